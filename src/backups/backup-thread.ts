import { workerData } from 'node:worker_threads';
import { type BackupTask, backupAndVerify } from '../engines.ts';

/** A thread of its own copies and checks the store, so that the service goes on answering. */
await backupAndVerify(workerData as BackupTask);
