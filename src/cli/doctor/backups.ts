import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BackupFile,
  listAllBackups,
  storePart,
  writeErrorIn,
} from '../../backups/backup-files.ts';
import { isoTime } from '../../domain/instant.ts';
import { limits } from '../../limits.ts';
import type { Settings } from '../../settings.ts';
import { storeFilesAt } from '../../sqlite/store-files.ts';
import { withStore } from '../store-command.ts';
import { plural } from '../terminal/text.ts';
import { type Finding, found } from './finding.ts';

type BackupSettings = NonNullable<Settings['backups']>;

const dayMs = 86_400_000;

/** Names what a restore has left beside the store. */
export function examineLeftovers({ database }: Settings): Finding[] {
  if (database.engine !== 'sqlite') return [];
  const { leftovers } = storeFilesAt(database.file);
  if (leftovers.length === 0) return [];
  const advice =
    'A restore was killed, or is under way. The next restore removes these files; without one, delete them.';
  return [found('leftovers', leftovers.join(', '), advice)];
}

/** Examines the folder of backups, and the newest backup in it. */
export async function examineBackups({ database, backups }: Settings): Promise<Finding[]> {
  if (database.engine !== 'sqlite') return [];
  if (backups === undefined)
    return [found('backups', 'the service makes none: BACKUP_FOLDER is not set')];
  const { folder } = backups;
  if (!existsSync(folder)) return [found('backups', `there is no folder ${folder}`, lateAdvice)];

  const writeError = writeErrorIn(folder);
  if (writeError !== undefined)
    return [found('backups', `${folder} cannot be written (${writeError})`, folderAdvice)];

  const url = `sqlite:${database.file}`;
  const { id } = await withStore(url, (store) => store.identity());
  const all = listAllBackups(folder);
  const own = all.filter(({ store }) => store === storePart(id));
  return [await examineNewest(backups, own, all), ...examineRoom(backups, own)];
}

const folderAdvice =
  'Let the user of the service write there, and under systemd add the folder to ReadWritePaths= of the unit.';

const lateAdvice = 'Start the service, or look in its log for why it made no backup.';

async function examineNewest(
  { folder, everyMs }: BackupSettings,
  own: readonly BackupFile[],
  all: readonly BackupFile[],
): Promise<Finding> {
  const [newest] = own;
  const others = new Set(all.map(({ store }) => store)).size - Math.min(1, own.length);
  const alsoThere = others === 0 ? '' : `, beside those of ${plural(others, 'other store')}`;
  if (newest === undefined) {
    const none = all.length === 0 ? 'none yet' : `none of this store${alsoThere}`;
    return found('backups', none, lateAdvice);
  }

  const { damageOf } = await import('../../sqlite/backup.ts');
  const damage = damageOf(join(folder, newest.name), limits);
  if (damage !== undefined) {
    const advice = 'Check the disk. Delete the file, and the service makes another backup.';
    return found('backups', `the last one, ${newest.name}, is damaged: ${damage}`, advice);
  }

  const ageMs = Date.now() - newest.atMs;
  const isLate = ageMs > Math.max(2 * everyMs, 2 * dayMs) || ageMs < 0;
  const value = `the last one was made at ${isoTime(newest.atMs)}${alsoThere}`;
  return found('backups', value, isLate ? lateAdvice : null);
}

/** Says what the folder takes once it has as many backups as it keeps. */
function examineRoom({ keep }: BackupSettings, own: readonly BackupFile[]): Finding[] {
  const [newest] = own;
  if (newest === undefined) return [];
  const bytes = newest.bytes * keep;
  return [found('backup space', `${keep} backups of this size take ${sizeText(bytes)}`)];
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  if (mebibytes < 1024) return `${mebibytes.toFixed(1)} MiB`;
  return `${(mebibytes / 1024).toFixed(1)} GiB`;
}
