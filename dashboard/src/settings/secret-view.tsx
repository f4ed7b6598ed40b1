import { useState } from 'react';
import { isLoopback } from '../../../src/domain/loopback.ts';
import { Button } from '../ui/button.tsx';
import { ErrorText, Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { copyText } from '../ui/notifications.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { TextInput } from '../ui/text-input.tsx';
import settingsStyles from './settings.module.css';

export type Shown = { readonly name: string; readonly kind: 'key' | 'webhook'; readonly secret: string | null };

export function SecretDialog({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const mayClose = () => {
    setAsking(true);
    return shown.secret === null;
  };
  return (
    <ModalDialog title={`Secret of ${shown.name}`} onClose={onClose} mayClose={mayClose}>
      <div className="stack">
        <SecretView {...shown} />
        <ErrorText>{isAsking && 'Have you copied it? If so, choose Done.'}</ErrorText>
        <div className="actions">
          <Button data-primary onPress={onClose}>
            Done
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}

export function SecretView({ name, kind, secret }: Shown) {
  if (secret === null) {
    return (
      <Message tone="error" role="alert">
        “{name}” is stored, but its secret was lost on the way. Rotate it to get another one.
      </Message>
    );
  }
  return (
    <>
      <Message tone="warning" icon="key">
        Copy it now. It cannot be shown again.
      </Message>
      <CopyField label={kind === 'key' ? 'API key' : 'Signing secret'} value={secret} />
      {kind === 'key' && (
        <>
          <CopyField label="Link that signs in" value={linkOf(secret)} />
          {isLoopback(location) ? (
            <Message tone="warning">
              This link works on this computer only, because you opened Pawstock at {location.hostname}. For a phone or
              another computer, open Pawstock at its address in your network and create the key there. The person who
              runs Pawstock knows that address.
            </Message>
          ) : (
            <figure className={settingsStyles.qr}>
              <QrCode text={linkOf(secret)} label={`Code of the link that signs in as ${name}`} />
              <figcaption className="muted small">Scan it with the camera of a phone to sign in there.</figcaption>
            </figure>
          )}
        </>
      )}
    </>
  );
}

/** The key is in the fragment, which browsers send to no server. */
function linkOf(secret: string): string {
  return `${location.origin}${location.pathname}#key=${secret}`;
}

function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const copy = () => copyText(value, label, 'Select the text and copy it.');
  return (
    <TextInput label={label} value={value} isReadOnly input={{ onFocus: (event) => event.target.select() }}>
      <Button aria-label={`Copy: ${label}`} onPress={copy}>
        Copy
      </Button>
    </TextInput>
  );
}
