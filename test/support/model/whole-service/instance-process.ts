import { readFileSync } from 'node:fs';
import { startInstance } from './instance.ts';

/**
 * Runs a service in a process that a test can kill. The service reads the time from a file, which
 * the test writes.
 */
const app = await startInstance(process.env, () =>
  Number(readFileSync(process.env['CLOCK_FILE'] ?? '')),
);
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.stdout.write(`port ${app.port}\n`);
