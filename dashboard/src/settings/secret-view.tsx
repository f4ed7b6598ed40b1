import { isLoopback } from '@pawstock/shared/loopback.ts';
import { useState } from 'react';
import { t } from '../messages/all.ts';
import { Button } from '../ui/button.tsx';
import { ErrorText, Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { copyText } from '../ui/notifications.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { TextInput } from '../ui/text-input.tsx';
import settingsStyles from './settings.module.css';

export type Shown = {
  readonly name: string;
  readonly kind: 'key' | 'webhook';
  readonly secret: string | null;
};

/**
 * The properties of the lists of API keys and of webhooks. `onDone` adds 1 to `changes`, so both
 * lists load again.
 */
export type SectionProps = { readonly changes: number; readonly onDone: (secret?: Shown) => void };
export type DialogProps = Pick<SectionProps, 'onDone'> & { readonly onClose: () => void };

export function SecretDialog({
  shown,
  onClose,
}: {
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    setAsking(true);
    return false;
  };
  return (
    <ModalDialog
      title={t('settings.secretOf', shown)}
      onClose={shown.secret === null ? onClose : ask}
    >
      <div className="stack">
        <SecretView {...shown} />
        <ErrorText>{isAsking && t('settings.haveYouCopied')}</ErrorText>
        <div className="actions">
          <Button data-primary onPress={onClose}>
            {t('settings.done')}
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
        {t('settings.secretLost', { name })}
      </Message>
    );
  }
  const [isKey, isLocal] = [kind === 'key', isLoopback(location)];
  return (
    <>
      <Message tone="warning" icon="key">
        {t('settings.copyNow')}
      </Message>
      <CopyField label={t(isKey ? 'settings.apiKey' : 'settings.signingSecret')} value={secret} />
      {isKey && <CopyField label={t('settings.signInLink')} value={linkOf(secret)} />}
      {isKey && isLocal && (
        <Message tone="warning">{t('settings.linkIsLocal', { host: location.hostname })}</Message>
      )}
      {isKey && !isLocal && (
        <figure className={settingsStyles.qr}>
          <QrCode text={linkOf(secret)} label={t('settings.signInCode', { name })} />
          <figcaption className="muted small">{t('settings.scanToSignIn')}</figcaption>
        </figure>
      )}
    </>
  );
}

/**
 * A link that signs in with an API key. The key is in the fragment, which browsers send to no
 * server.
 */
function linkOf(secret: string): string {
  return `${location.origin}${location.pathname}#key=${secret}`;
}

function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const copy = () => copyText(value, t('settings.copied', { label }), t('settings.notCopied'));
  return (
    <TextInput
      label={label}
      value={value}
      isReadOnly
      input={{ dir: 'ltr', onFocus: (event) => event.target.select() }}
    >
      <Button aria-label={t('settings.copyOf', { label })} onPress={copy}>
        {t('settings.copy')}
      </Button>
    </TextInput>
  );
}
