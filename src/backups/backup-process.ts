import { getPriority, setPriority } from 'node:os';
import { type BackupTask, backupAndVerify } from '../engines.ts';

/** The low priority of a backup: requests hardly wait for it. At the lowest, 19, a busy machine would never finish. */
const niceness = 15;
// If the service has a lower priority, the backup process keeps it: only root may raise a priority.
setPriority(Math.max(getPriority(), niceness));

/**
 * A process of its own copies and checks the store. The service answers requests meanwhile, and can end the process at
 * any time: a thread could not be stopped in the middle of a copy. The process sends what failed, or an empty text.
 */
process.once('message', async (task: BackupTask) => {
  const failure = await backupAndVerify(task).then(
    () => '',
    (error: Error) => error.message || error.name,
  );
  process.send?.(failure, () => process.exit());
});
// The backup process ends when its service has ended.
process.once('disconnect', () => process.exit());
