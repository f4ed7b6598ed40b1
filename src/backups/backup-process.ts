import { getPriority, setPriority } from 'node:os';
import { type BackupTask, backupAndVerify } from '../engines.ts';

/**
 * The low CPU priority of a backup. At the lowest priority, 19, a busy machine would never finish
 * the backup.
 */
const niceness = 15;
lowerPriority();

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

/**
 * Lowers the priority of this process. Never raises the priority that it inherits from the service:
 * only root may do that. A sandbox may refuse any change of priority, and then the backup is made
 * at the service's own priority.
 */
function lowerPriority(): void {
  try {
    setPriority(Math.max(getPriority(), niceness));
  } catch {
    // Another priority changes only how fast the backup is made.
  }
}
