import { getPriority, setPriority } from 'node:os';
import { type BackupTask, backupAndVerify } from '../engines.ts';

/**
 * The low CPU priority of a backup. At the lowest priority, 19, a busy machine would never finish
 * the backup.
 */
const niceness = 15;
// The backup process never raises the priority that it inherits from the service: only root may do
// that.
setPriority(Math.max(getPriority(), niceness));

/**
 * A separate process makes each backup, because a thread could not be stopped in the middle of a
 * copy. The process replies with an error message, or with an empty text after a success.
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
