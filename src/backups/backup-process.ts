import { type BackupTask, backupAndVerify } from '../engines.ts';

export type BackupResult = { readonly failure: string | null };

/**
 * A process of its own copies and checks the store. The service goes on answering meanwhile, and can end the process at
 * any moment: a thread could not be stopped in the middle of a copy.
 */
process.once('message', async (task: BackupTask) => {
  const failure = await backupAndVerify(task).then(
    () => null,
    (error: Error) => error.message,
  );
  process.send?.({ failure } satisfies BackupResult, () => process.exit());
});
// Without its service the process ends, too.
process.once('disconnect', () => process.exit());
