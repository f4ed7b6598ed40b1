import type { ManagedApiKey } from 'pawstock-client/inventory-types.ts';
import { useState } from 'react';
import { t } from '../messages/all.ts';
import { deviceIn } from '../session/device-name.ts';
import { requireSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';
import type { SectionProps } from './secret-view.tsx';
import settingsStyles from './settings.module.css';

type Props = Pick<SectionProps, 'onDone'> & {
  /** The API keys that have not ended. */
  readonly keys: readonly ManagedApiKey[];
};

/** The devices at which people were added. The keys of a lost one are revoked in one step. */
export function DevicesList({ keys, onDone }: Props) {
  const [lost, setLost] = useState<string>();
  const devices = Map.groupBy(keys, ({ name }) => deviceIn(name));
  devices.delete(undefined);
  if (devices.size === 0) return null;

  return (
    <>
      <h4>{t('settings.devices')}</h4>
      <ul className={settingsStyles.settingsList} aria-label={t('settings.devices')}>
        {[...devices].map(([device = '', { length: count }]) => (
          <li key={device} className={settingsStyles.settingsRow}>
            <span>{t('settings.deviceKeys', { device, count })}</span>
            <Button
              aria-label={t('settings.revokeDeviceOf', { device })}
              onPress={() => setLost(device)}
            >
              {t('settings.revokeDevice')}
            </Button>
          </li>
        ))}
      </ul>
      {lost !== undefined && (
        <RevokeDeviceDialog
          device={lost}
          keys={devices.get(lost) ?? []}
          onClose={() => setLost(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}

type DialogProps = Props & { readonly device: string; readonly onClose: () => void };

function RevokeDeviceDialog({ device, keys, onClose, onDone }: DialogProps) {
  const revokeAll = async () => {
    const { client } = requireSession();
    try {
      for (const { name } of keys) await client.revokeKey(name);
    } finally {
      // If one could not be revoked, the list shows which are left.
      onDone();
    }
    return t('settings.deviceRevoked', { device });
  };

  return (
    <FormDialog
      title={t('settings.revokeDeviceQuestion', { device })}
      submit={[t('settings.revoke'), t('settings.revoking')]}
      isDangerous
      failure={t('settings.notDone')}
      onClose={onClose}
      onSubmit={revokeAll}
    >
      <p>{t('settings.revokeDeviceNote')}</p>
    </FormDialog>
  );
}
