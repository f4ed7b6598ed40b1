import { type FormEvent, useState } from 'react';
import { t } from '../messages/all.ts';
import { LanguageField } from '../session/language-field.tsx';
import { type Person, people } from '../session/people.ts';
import { pinRule } from '../session/seal.ts';
import { askForKey } from '../session/session.ts';
import signInStyles from '../session/sign-in.module.css';
import { useObservable } from '../state/observable.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Logo } from '../ui/icon.tsx';
import { ErrorText, Message } from '../ui/message.tsx';
import styles from './lock-screen.module.css';
import { PinInput, pinDigitsMax } from './pin-input.tsx';
import { unlock } from './unlock.ts';

/** The names of the people whom this device knows, and nothing of the shop. */
export function LockScreen({ reason }: { readonly reason: string | undefined }) {
  const known = useObservable(people);
  const [chosenId, setChosenId] = useState<number>();
  const [forgotten, setForgotten] = useState<string>();
  const chosen = known.find(({ key }) => key.id === chosenId);
  const message = forgotten ?? reason;

  const choose = (keyId: number) => {
    setForgotten(undefined);
    setChosenId(keyId);
  };

  return (
    <main className={signInStyles.signIn}>
      <div className={signInStyles.signInCard}>
        <Logo />
        <h1>Pawstock</h1>
        {message !== undefined && (
          <Message tone="warning" role="alert">
            {message}
          </Message>
        )}
        <Names known={known} chosenId={chosenId} onChoose={choose} />
        {chosen !== undefined && (
          <PinForm
            key={chosen.key.id}
            person={chosen}
            onForgotten={() => setForgotten(t('people.forgotten', { name: chosen.key.name }))}
          />
        )}
        <LinkButton onPress={askForKey}>{t('people.useKey')}</LinkButton>
        <LanguageField />
      </div>
    </main>
  );
}

type NamesProps = {
  readonly known: readonly Person[];
  readonly chosenId: number | undefined;
  readonly onChoose: (keyId: number) => void;
};

function Names({ known, chosenId, onChoose }: NamesProps) {
  return (
    <ul className={styles.names} aria-label={t('people.whoAreYou')}>
      {known.map(({ key }) => (
        <li key={key.id}>
          <Button
            className={styles.name}
            aria-pressed={key.id === chosenId}
            onPress={() => onChoose(key.id)}
          >
            {key.name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type PinFormProps = {
  readonly person: Person;
  readonly onForgotten: () => void;
};

function PinForm({ person, onForgotten }: PinFormProps) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [isChecking, setChecking] = useState(false);

  const type = (typed: string) => {
    setError(undefined);
    setPin(typed);
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pinRule.test(pin) || isChecking) return;

    setChecking(true);
    const outcome = await unlock(person.key.id, pin);
    setChecking(false);

    setPin('');
    if (outcome.kind === 'forgotten') onForgotten();
    if (outcome.kind === 'wrong-pin') setError(t('people.wrongPin', { count: outcome.triesLeft }));
  };

  return (
    <form className={styles.pinForm} onSubmit={(event) => void onSubmit(event)}>
      <PinInput
        label={t('people.pinOf', { name: person.key.name })}
        value={pin}
        onChange={type}
        autoFocus
        hasKeypad
      />
      <ErrorText>{error}</ErrorText>
      <Keypad
        onDigit={(digit) => type((pin + digit).slice(0, pinDigitsMax))}
        onErase={() => type(pin.slice(0, -1))}
      />
      <Button type="submit" data-primary isDisabled={!pinRule.test(pin)} isPending={isChecking}>
        {t('people.unlock')}
      </Button>
    </form>
  );
}

type KeypadProps = {
  readonly onDigit: (digit: string) => void;
  readonly onErase: () => void;
};

/** Large digits for a till without a keyboard. With one, the digits are typed. */
function Keypad({ onDigit, onErase }: KeypadProps) {
  return (
    <fieldset className={styles.keypad} aria-label={t('people.keypad')}>
      {[...'1234567890'].map((digit) => (
        <Button key={digit} excludeFromTabOrder onPress={() => onDigit(digit)}>
          {digit}
        </Button>
      ))}
      <Button excludeFromTabOrder aria-label={t('people.erase')} onPress={onErase}>
        ⌫
      </Button>
    </fieldset>
  );
}
