import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { Icon } from '../controls/icon.tsx';
import { Paw } from '../controls/paw.tsx';
import { type Session, signIn, signOut } from './session.ts';

type Props = { readonly now: Exclude<Session, { kind: 'signed-in' }> };

export function SignIn({ now }: Props) {
  const [key, setKey] = useState('');
  const [shown, setShown] = useState(false);
  const checking = now.kind === 'checking';
  const trouble = checking ? now.trouble : now.reason;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== '') void signIn(key.trim());
  };

  return (
    <main className="sign-in">
      <form className="sign-in-card" onSubmit={submit}>
        <Paw />
        <h1>Pawstock</h1>
        <p className="quiet">How many of each pet there are.</p>
        <div className="sign-in-message" role={checking ? 'status' : 'alert'}>
          {trouble !== undefined && (
            <p className="message" data-tone={checking ? 'waiting' : 'bad'}>
              <Icon name={checking ? 'offline' : 'warning'} />
              {trouble}
            </p>
          )}
        </div>
        <TextField
          className="field"
          type={shown ? 'text' : 'password'}
          value={key}
          onChange={setKey}
          isReadOnly={checking}
          autoComplete="off"
          autoFocus
        >
          <Label className="label">API key</Label>
          <div className="input-row">
            <Input className="input" placeholder="paw_…" spellCheck="false" autoCapitalize="none" />
            <Button
              className="button"
              data-square
              aria-label={shown ? 'Hide the key' : 'Show the key'}
              aria-pressed={shown}
              onPress={() => setShown(!shown)}
            >
              <Icon name="eye" />
            </Button>
          </div>
        </TextField>
        <Button type="submit" className="button" data-primary isDisabled={checking || key.trim() === ''}>
          {checking ? 'Signing in…' : 'Sign in'}
        </Button>
        {checking && (
          <Button className="button" onPress={signOut}>
            Use another key
          </Button>
        )}
        <p className="hint">
          Whoever runs the service makes keys with <code>pawstock keys create</code>. It is kept in this tab alone, and
          forgotten when you close it.
        </p>
      </form>
    </main>
  );
}
