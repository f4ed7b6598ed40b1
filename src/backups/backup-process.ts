import { getPriority, setPriority } from 'node:os';
import { type BackupTask, backupAndVerify } from '../engines.ts';

/** Requests wait little for this low priority. With the lowest, 19, a busy machine would never finish a backup. */
const niceness = 15;
// A service that has a lower priority keeps it: only root may raise a priority.
setPriority(Math.max(getPriority(), niceness));

/**
 * A process of its own copies and checks the store. The service goes on answering meanwhile, and can end the process at
 * any moment: a thread could not be stopped in the middle of a copy. Before it ends it sends what failed, or an empty text.
 */
process.once('message', async (task: BackupTask) => {
  const failure = await backupAndVerify(task).then(
    () => '',
    (error: Error) => error.message || error.name,
  );
  process.send?.(failure, () => process.exit());
});
// Without its service the process ends, too.
process.once('disconnect', () => process.exit());
