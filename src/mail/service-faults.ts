import type { Backups } from '../backups/backups.ts';
import type { ServiceFault } from '../domain/service-fault.ts';
import { aheadMs } from '../domain/store-clock.ts';
import { webhookState } from '../domain/webhook.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Limits } from '../limits.ts';

type Sources = {
  readonly inventory: Inventory;
  readonly backups: Backups | undefined;
  readonly limits: Limits;
  /** When the service began, by the clock of this machine. */
  readonly startedAtMs: number;
  readonly isStorageFull: () => boolean;
};

/** Finds what is wrong with the service now, so that a person has to do something. */
export async function findFaults(sources: Sources): Promise<ServiceFault[]> {
  const { inventory, limits, isStorageFull } = sources;
  const { webhooks } = await inventory.store.webhooks();
  const faults: ServiceFault[] = [];
  for (const webhook of webhooks) {
    if (webhookState(webhook) === 'disabled')
      faults.push({ kind: 'endpoint_disabled', name: webhook.settings.name });
  }
  const late = lateBackup(sources);
  if (late !== undefined) faults.push(late);
  if (isStorageFull()) faults.push({ kind: 'storage_full' });
  if (aheadMs(inventory.head) > limits.clockBehindMs)
    faults.push({ kind: 'clock_ahead', untilMs: inventory.head.atMs });
  return faults;
}

function lateBackup({ backups, limits, startedAtMs }: Sources): ServiceFault | undefined {
  if (backups === undefined) return undefined;
  const lastAtMs = backups.list()[0]?.atMs;
  const longMs = Math.max(limits.backupLateMs, 2 * backups.settings.everyMs);
  const sinceMs = lastAtMs ?? startedAtMs;
  return Date.now() - sinceMs > longMs ? { kind: 'no_backup', lastAtMs } : undefined;
}
