import { readFileSync } from 'node:fs';
import { startApp } from '../../../../src/app.ts';
import { limits } from '../../../../src/limits.ts';
import { createLogs } from '../../../../src/observability/log.ts';
import { checkSettings } from '../../../../src/settings.ts';
import { tinyLimits } from './tiny-limits.ts';

/** An instance in a process of its own, which a test can kill. It reads its clock from a file. */
const app = await startApp(checkSettings(process.env), {
  logs: createLogs('silent'),
  limits: { ...limits, ...tinyLimits },
  now: () => Number(readFileSync(process.env['CLOCK_FILE'] ?? '')),
});
await app.ready;
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.stdout.write(`port ${app.port}\n`);
