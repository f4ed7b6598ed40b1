import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this checkout. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Halves the time that the many short processes need to start. The scripts in package.json name the same folder. */
export const compileCache = join(repository, 'node_modules/.cache/node');

/** Whether the service under test runs on Bun. The tests themselves always run on Node. */
export const onBun = process.env['TEST_RUNTIME'] === 'bun';

/** The program that is `pawstock`, on that runtime. */
export const program: readonly [string, ...string[]] = onBun
  ? ['bun', 'src/main.ts']
  : [process.execPath, 'bin/pawstock.js'];

/** For tests that hand the service a clock or operations of their own, which no other process can be given. */
export const withinThisProcess = { skip: onBun ? 'the service must run within the process of the test' : false };
