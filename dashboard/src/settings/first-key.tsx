import type { PawstockClient } from 'pawstock-client/client.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/all.ts';
import { LanguageField } from '../session/language-field.tsx';
import { endSession, signIn } from '../session/session.ts';
import signInStyles from '../session/sign-in.module.css';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/icon.tsx';
import { ErrorText } from '../ui/message.tsx';
import { describeBackups } from './backups-section.tsx';
import { NameField, nameFrom } from './name-field.tsx';
import { SecretView } from './secret-view.tsx';

/** The page behind the link of the first run: it creates the owner's key. */
export function FirstKey({ client }: { readonly client: PawstockClient }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [secret, setSecret] = useState<string | null>();
  const [backups, setBackups] = useState('');
  useEffect(() => {
    const described = client.listBackups().then(describeBackups);
    described.then(setBackups, () => undefined);
  }, [client]);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    try {
      setSecret((await client.createKey({ name: nameFrom(name) ?? '', scope: 'owner' })).secret);
    } catch (thrown) {
      if (thrown instanceof PawstockError && thrown.status === 401)
        endSession(t('settings.setupOver'));
      else setError(describeError(thrown, t('settings.notCreated')));
    }
  };
  return (
    <main className={signInStyles.signIn}>
      <form className={signInStyles.signInCard} onSubmit={(event) => void create(event)}>
        <Logo />
        <h1>{t('settings.welcome')}</h1>
        {secret === undefined && (
          <>
            <p className="muted">{t('settings.firstKey')}</p>
            <NameField label={t('settings.yourName')} value={name} onChange={setName} />
            <ErrorText>{error}</ErrorText>
            <p className="muted small">{backups}</p>
            <Button type="submit" data-primary isDisabled={nameFrom(name) === undefined}>
              {t('settings.createMyKey')}
            </Button>
            <LanguageField />
          </>
        )}
        {secret !== undefined && (
          <SecretView name={nameFrom(name) ?? ''} kind="key" secret={secret} />
        )}
        {secret && (
          <Button data-primary onPress={() => void signIn(secret)}>
            {t('settings.continue')}
          </Button>
        )}
      </form>
    </main>
  );
}
