import type { KeyScope, ManagedApiKey } from 'pawstock-client/inventory-types.ts';
import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { roleName, roles } from '../session/roles.ts';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { withAsciiDigits } from '../stock/pet.ts';
import badgeStyles from '../ui/badge.module.css';
import { Button, LinkButton } from '../ui/button.tsx';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { DevicesList } from './devices-list.tsx';
import { NameField, nameFrom } from './name-field.tsx';
import type { DialogProps, SectionProps } from './secret-view.tsx';
import settingsStyles from './settings.module.css';

const day = 86_400;
const inDays = (count: number) => [`${count * day}`, t('settings.inDays', { count })] as const;
const inAYear = [`${365 * day}`, t('settings.inAYear')] as const;
const expiryOptions = [['', t('settings.never')] as const, ...[1, 30, 90].map(inDays), inAYear];
const laterOptions = [['3600', t('settings.inAnHour')], inDays(1)] as const;

type Question =
  | { readonly kind: 'create' }
  | { readonly kind: 'revoke' | 'rotate'; readonly name: string };

export function KeysSection({ changes, onDone }: SectionProps) {
  const { data = [], error } = useLoaded((client) => client.listKeys(), [changes], {
    isRefreshed: true,
  });
  const [question, setQuestion] = useState<Question>();
  const [showsEnded, setShowsEnded] = useState(false);
  const active = data.filter(isActive);
  const own = requireSession().key.name;
  const ask = (kind: 'revoke' | 'rotate', { name }: ManagedApiKey) => setQuestion({ kind, name });
  const close = () => setQuestion(undefined);
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="keys-heading">
      <div className={settingsStyles.settingsHeader}>
        <h3 id="keys-heading">{t('settings.keys')}</h3>
        <Button icon="plus" data-primary onPress={() => setQuestion({ kind: 'create' })}>
          {t('settings.createKey')}
        </Button>
      </div>
      <p className="muted">{t('settings.keysNote')}</p>
      <ErrorText>{error}</ErrorText>
      <ul className={settingsStyles.settingsList}>
        {(showsEnded ? data : active).map((key) => (
          <li key={`${key.name} ${key.createdAt.getTime()}`} className={settingsStyles.settingsRow}>
            <div>
              <strong>{key.name}</strong>{' '}
              <span className={`${badgeStyles.badge} ${settingsStyles.stateBadge}`}>
                {roleName(key.scope)}
              </span>
              {key.name === own && <span className="muted small"> {t('settings.isYou')}</span>}
              <div className="muted small">{describeKey(key)}</div>
            </div>
            {isActive(key) && (
              <div className={settingsStyles.settingsActions}>
                <Button aria-label={t('settings.rotateOf', key)} onPress={() => ask('rotate', key)}>
                  {t('settings.rotate')}
                </Button>
                <Button aria-label={t('settings.revokeOf', key)} onPress={() => ask('revoke', key)}>
                  {t('settings.revoke')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {data.length > active.length && (
        <LinkButton onPress={() => setShowsEnded(!showsEnded)}>
          {showsEnded
            ? t('settings.hideEnded')
            : t('settings.showEnded', { count: data.length - active.length })}
        </LinkButton>
      )}
      <DevicesList keys={active} onDone={onDone} />
      {question?.kind === 'create' && <CreateKeyDialog onClose={close} onDone={onDone} />}
      {question?.kind === 'rotate' && (
        <RotateKeyDialog
          name={question.name}
          isOwn={question.name === own}
          onClose={close}
          onDone={onDone}
        />
      )}
      {question?.kind === 'revoke' && (
        <FormDialog
          title={t('settings.revokeQuestion', question)}
          submit={[t('settings.revoke'), t('settings.revoking')]}
          isDangerous
          failure={t('settings.notDone')}
          onClose={close}
          onSubmit={async () => {
            await requireSession().client.revokeKey(question.name);
            onDone();
            return t('settings.isRevoked', question);
          }}
        >
          <p>{t(question.name === own ? 'settings.revokeOwnNote' : 'settings.revokeNote')}</p>
        </FormDialog>
      )}
    </section>
  );
}

function CreateKeyDialog({ onClose, onDone }: DialogProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('write');
  const [expiry, setExpiry] = useState('');
  const [rate, setRate] = useState('');
  const create = async () => {
    const created = await requireSession().client.createKey({
      name: nameFrom(name) ?? '',
      scope,
      expiresIn: expiry === '' ? undefined : Number(expiry),
      rateLimit: rate === '' ? undefined : Number(rate),
    });
    onDone({ name: created.name, kind: 'key', secret: created.secret });
  };
  return (
    <FormDialog
      title={t('settings.createKey')}
      onClose={onClose}
      submit={[t('settings.create'), t('settings.creating')]}
      failure={t('settings.notCreated')}
      onSubmit={nameFrom(name) === undefined ? undefined : create}
    >
      <NameField
        input={{ placeholder: t('settings.keyExamples') }}
        value={name}
        onChange={setName}
      />
      <SegmentedControl
        label={t('settings.role')}
        value={scope}
        options={roles}
        onChange={setScope}
        isLabelVisible
      />
      <SelectField
        label={t('settings.expires')}
        value={expiry}
        options={expiryOptions}
        onChange={setExpiry}
      />
      <TextInput
        label={t('settings.rateLimit')}
        value={rate}
        onChange={(typed) => setRate(withAsciiDigits(typed).replaceAll(/^0+|\D/g, ''))}
        maxLength={6}
        inputMode="numeric"
      />
    </FormDialog>
  );
}

type RotateProps = DialogProps & { readonly name: string; readonly isOwn: boolean };

function RotateKeyDialog({ name, isOwn, onClose, onDone }: RotateProps) {
  // The old secret of this tab's own key cannot end at once: the user must see the new secret
  // first.
  const options = isOwn ? laterOptions : ([['0', t('settings.atOnce')], ...laterOptions] as const);
  const [overlap, setOverlap] = useState<string>(options[0][0]);
  const rotate = async () => {
    const { secret } = await requireSession().client.rotateKey(name, { overlap: Number(overlap) });
    onDone({ name, kind: 'key', secret });
  };
  return (
    <FormDialog
      title={t('settings.rotateQuestion', { name })}
      onClose={onClose}
      submit={[t('settings.rotate'), t('settings.rotating')]}
      failure={t('settings.notRotated')}
      onSubmit={rotate}
    >
      <p>{t('settings.rotateNote')}</p>
      <SelectField
        label={t('settings.oldSecretEnds')}
        value={overlap}
        options={options}
        onChange={setOverlap}
      />
    </FormDialog>
  );
}

function isActive({ revokedAt, expiresAt }: ManagedApiKey): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());
}

function describeKey({
  createdAt,
  lastUsedAt,
  expiresAt,
  revokedAt,
  rateLimit,
}: ManagedApiKey): string {
  const at = (time: Date) => ({ when: formatMoment(time) });
  const used =
    lastUsedAt === null ? t('settings.neverUsed') : t('settings.lastUsed', at(lastUsedAt));
  const expires = expiresAt && t('settings.expiresAt', at(expiresAt));
  const ends = revokedAt === null ? expires : t('settings.revoked', at(revokedAt));
  const rate = rateLimit !== null && t('settings.rate', { count: rateLimit });
  return [used, t('settings.created', at(createdAt)), ends, rate].filter(Boolean).join(' · ');
}
