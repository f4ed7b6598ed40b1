import { useState } from 'react';
import type { ApiKey, ManagedApiKey } from '../../../client/inventory-types.ts';
import { roleName, roles } from '../session/roles.ts';
import { requireSession, signIn } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import badgeStyles from '../ui/badge.module.css';
import { Button, LinkButton } from '../ui/button.tsx';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { NameField, nameFrom } from './name-field.tsx';
import { SecretDialog, type Shown } from './secret-view.tsx';
import settingsStyles from './settings.module.css';

const day = 86_400;
const expiryOptions = [
  ['', 'Never'],
  [`${day}`, 'In a day'],
  [`${30 * day}`, 'In 30 days'],
  [`${90 * day}`, 'In 90 days'],
  [`${365 * day}`, 'In a year'],
] as const;

const laterOptions = [
  ['3600', 'In an hour'],
  [`${day}`, 'In a day'],
] as const;

type Question = { readonly kind: 'create' } | { readonly kind: 'revoke' | 'rotate'; readonly name: string };

export function KeysSection({ onChange }: { readonly onChange: () => void }) {
  const { data = [], error, reload } = useLoaded((client) => client.listKeys(), [], { isRefreshed: true });
  const [question, setQuestion] = useState<Question>();
  const [shown, setShown] = useState<Shown>();
  const [showsEnded, setShowsEnded] = useState(false);
  const active = data.filter(isActive);
  const own = requireSession().key.name;
  const done = (secret?: Shown) => {
    setShown(secret);
    reload();
    onChange();
  };
  const ask = (kind: 'revoke' | 'rotate', { name }: ApiKey) => setQuestion({ kind, name });
  const close = () => setQuestion(undefined);
  const closeSecret = () => {
    // This tab's own key was rotated, and its old secret ends soon.
    if (shown?.name === own && shown.secret !== null) void signIn(shown.secret);
    setShown(undefined);
  };
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="keys-heading">
      <div className={settingsStyles.settingsHeader}>
        <h3 id="keys-heading">Keys</h3>
        <Button icon="plus" data-primary onPress={() => setQuestion({ kind: 'create' })}>
          Create key
        </Button>
      </div>
      <p className="muted">
        Everyone who uses Pawstock, and every program, has a key. Changes are shown with its name.
      </p>
      <ErrorText>{error}</ErrorText>
      <ul className={settingsStyles.settingsList}>
        {(showsEnded ? data : active).map((key) => (
          <li key={`${key.name} ${key.createdAt.getTime()}`} className={settingsStyles.settingsRow}>
            <div>
              <strong>{key.name}</strong>{' '}
              <span className={`${badgeStyles.badge} ${settingsStyles.stateBadge}`}>{roleName(key.scope)}</span>
              {key.name === own && <span className="muted small"> this is you</span>}
              <div className="muted small">{describeKey(key)}</div>
            </div>
            {isActive(key) && (
              <div className={settingsStyles.settingsActions}>
                <Button aria-label={`Rotate ${key.name}`} onPress={() => ask('rotate', key)}>
                  Rotate
                </Button>
                <Button aria-label={`Revoke ${key.name}`} onPress={() => ask('revoke', key)}>
                  Revoke
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {data.length > active.length && (
        <LinkButton onPress={() => setShowsEnded(!showsEnded)}>
          {showsEnded
            ? 'Hide keys that have ended'
            : `Show ${formatNumber(data.length - active.length)} that have ended`}
        </LinkButton>
      )}
      {question?.kind === 'create' && <CreateKeyDialog onClose={close} onDone={done} />}
      {question?.kind === 'rotate' && (
        <RotateKeyDialog name={question.name} isOwn={question.name === own} onClose={close} onDone={done} />
      )}
      {question?.kind === 'revoke' && (
        <FormDialog
          title={`Revoke ${question.name}?`}
          submit={['Revoke', 'Revoking…']}
          isDangerous
          failure="Not done"
          onClose={close}
          onSubmit={async () => {
            await requireSession().client.revokeKey(question.name);
            done();
            return `${question.name} is revoked.`;
          }}
        >
          <p>People who use this key are signed out with the next request. This cannot be undone.</p>
        </FormDialog>
      )}
      {shown !== undefined && <SecretDialog shown={shown} onClose={closeSecret} />}
    </section>
  );
}

type DialogProps = { readonly onClose: () => void; readonly onDone: (secret: Shown) => void };

function CreateKeyDialog({ onClose, onDone }: DialogProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKey['scope']>('write');
  const [expiry, setExpiry] = useState('');
  const [rate, setRate] = useState('');
  const create = async () => {
    const { client } = requireSession();
    const created = await client.createKey({
      name: nameFrom(name) ?? '',
      scope,
      expiresIn: expiry === '' ? undefined : Number(expiry),
      rateLimit: rate === '' ? undefined : Number(rate),
    });
    onDone({ name: created.name, kind: 'key', secret: created.secret });
    return '';
  };
  return (
    <FormDialog
      title="Create key"
      onClose={onClose}
      submit={['Create', 'Creating…']}
      failure="Not created"
      onSubmit={nameFrom(name) === undefined ? undefined : create}
    >
      <NameField label="Name" placeholder="Anna Schmidt, till 1, web shop" value={name} onChange={setName} />
      <SegmentedControl label="Role" value={scope} options={roles} onChange={setScope} isLabelVisible />
      <SelectField label="Expires" value={expiry} options={expiryOptions} onChange={setExpiry} />
      <TextInput
        label="For a program: requests a second, at most (optional)"
        value={rate}
        onChange={(typed) => setRate(typed.replaceAll(/^0+|\D/g, ''))}
        maxLength={6}
        inputMode="numeric"
      />
    </FormDialog>
  );
}

type RotateProps = DialogProps & { readonly name: string; readonly isOwn: boolean };

function RotateKeyDialog({ name, isOwn, onClose, onDone }: RotateProps) {
  // The old secret of this tab's own key stays valid until the user has seen the new one.
  const options = isOwn ? laterOptions : ([['0', 'At once'], ...laterOptions] as const);
  const [overlap, setOverlap] = useState<string>(options[0][0]);
  const rotate = async () => {
    const { secret } = await requireSession().client.rotateKey(name, { overlap: Number(overlap) });
    onDone({ name, kind: 'key', secret });
    return '';
  };
  return (
    <FormDialog
      title={`Rotate ${name}?`}
      onClose={onClose}
      submit={['Rotate', 'Rotating…']}
      failure="Not rotated"
      onSubmit={rotate}
    >
      <p>It gets a new secret. Put that in the place of the old one wherever the key is used.</p>
      <SelectField label="The old secret ends" value={overlap} options={options} onChange={setOverlap} />
    </FormDialog>
  );
}

function isActive({ revokedAt, expiresAt }: ManagedApiKey): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());
}

function describeKey({ createdAt, lastUsedAt, expiresAt, revokedAt, rateLimit }: ManagedApiKey): string {
  const ends =
    revokedAt !== null ? `Revoked ${formatMoment(revokedAt)}` : expiresAt && `Expires ${formatMoment(expiresAt)}`;
  const used = lastUsedAt === null ? 'Never used' : `Last used ${formatMoment(lastUsedAt)}`;
  const rate = rateLimit === null ? '' : `${formatNumber(rateLimit)} requests a second`;
  return [used, `created ${formatMoment(createdAt)}`, ends, rate].filter(Boolean).join(' · ');
}
