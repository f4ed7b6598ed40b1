import { type FormEvent, useState } from 'react';
import { t } from '../messages/first.ts';
import { useObservable } from '../state/observable.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { LanguageField } from './language-field.tsx';
import { people } from './people.ts';
import { endSession, type Session, signIn } from './session.ts';
import styles from './sign-in.module.css';

type Props = { readonly session: Extract<Session, { kind: 'checking' | 'signed-out' }> };

export function SignIn({ session }: Props) {
  const [key, setKey] = useState('');
  const [isKeyVisible, setKeyVisible] = useState(false);
  const hasPeople = useObservable(people).length > 0;
  const isChecking = session.kind === 'checking';
  const message = isChecking ? session.error : session.reason;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== '') void signIn(key.trim());
  };

  return (
    <main className={styles.signIn}>
      <form className={styles.signInCard} onSubmit={onSubmit}>
        <Logo />
        <h1>Pawstock</h1>
        <p className="muted">{t('session.tagline')}</p>
        <div className={styles.signInMessage} role={isChecking ? 'status' : 'alert'}>
          {message !== undefined && (
            <Message
              tone={isChecking ? 'warning' : 'error'}
              icon={isChecking ? 'offline' : 'warning'}
            >
              {message}
            </Message>
          )}
        </div>
        <TextInput
          label={t('session.apiKey')}
          type={isKeyVisible ? 'text' : 'password'}
          value={key}
          onChange={setKey}
          isReadOnly={isChecking}
          autoFocus
          // A password manager may keep the key of someone who signs in without a PIN.
          autoComplete="current-password"
          input={{ dir: 'ltr', placeholder: 'paw_…', spellCheck: 'false', autoCapitalize: 'none' }}
        >
          <Button
            icon="eye"
            aria-label={isKeyVisible ? t('session.hideKey') : t('session.showKey')}
            aria-pressed={isKeyVisible}
            onPress={() => setKeyVisible(!isKeyVisible)}
          />
        </TextInput>
        <Button type="submit" data-primary isDisabled={isChecking || key.trim() === ''}>
          {isChecking ? t('session.signingIn') : t('session.signIn')}
        </Button>
        {isChecking && <Button onPress={() => endSession()}>{t('session.useAnotherKey')}</Button>}
        {hasPeople && !isChecking && (
          <Button onPress={() => endSession()}>{t('session.showPeople')}</Button>
        )}
        <p className="hint">{t('session.askForKey')}</p>
        <LanguageField />
      </form>
    </main>
  );
}
