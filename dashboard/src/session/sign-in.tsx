import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Logo } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { endSession, type Session, signIn } from './session.ts';
import styles from './sign-in.module.css';

type Props = { readonly session: Extract<Session, { kind: 'checking' | 'signed-out' }> };

export function SignIn({ session }: Props) {
  const [key, setKey] = useState('');
  const [isKeyVisible, setKeyVisible] = useState(false);
  const [remember, setRemember] = useState(false);
  const isChecking = session.kind === 'checking';
  const message = isChecking ? session.error : session.reason;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== '') void signIn(key.trim(), { remember });
  };

  return (
    <main className={styles.signIn}>
      <form className={styles.signInCard} onSubmit={onSubmit}>
        <Logo />
        <h1>Pawstock</h1>
        <p className="muted">Stock levels of your pet store.</p>
        <div className={styles.signInMessage} role={isChecking ? 'status' : 'alert'}>
          {message !== undefined && (
            <Message tone={isChecking ? 'warning' : 'error'} icon={isChecking ? 'offline' : 'warning'}>
              {message}
            </Message>
          )}
        </div>
        <TextInput
          label="API key"
          type={isKeyVisible ? 'text' : 'password'}
          value={key}
          onChange={setKey}
          isReadOnly={isChecking}
          autoFocus
          input={{ placeholder: 'paw_…', spellCheck: 'false', autoCapitalize: 'none' }}
        >
          <Button
            icon="eye"
            data-square
            aria-label={isKeyVisible ? 'Hide the key' : 'Show the key'}
            aria-pressed={isKeyVisible}
            onPress={() => setKeyVisible(!isKeyVisible)}
          />
        </TextInput>
        <Checkbox checked={remember} disabled={isChecking} onChange={setRemember} aria-describedby="remember-hint">
          Remember this device
        </Checkbox>
        <p id="remember-hint" className="hint">
          Keeps the key in this browser until you sign out; leave it off on a shared device.
        </p>
        <Button type="submit" data-primary isDisabled={isChecking || key.trim() === ''}>
          {isChecking ? 'Signing in…' : 'Sign in'}
        </Button>
        {isChecking && <Button onPress={() => endSession()}>Use another key</Button>}
        <p className="hint">
          Ask the owner of the shop for a key. Unless this device is remembered, it is forgotten when you close the
          dashboard. For the first key, open the link that Pawstock prints when it starts.
        </p>
      </form>
    </main>
  );
}
