import { fileURLToPath } from 'node:url';

/** Which runtime the service under test runs on. The tests themselves always run on Node. */

const repository = new URL('../..', import.meta.url);

export const onBun = process.env['TEST_RUNTIME'] === 'bun';

/** The program that is `pawstock`, on that runtime. */
export const program: readonly [string, ...string[]] = onBun
  ? [fileURLToPath(new URL('node_modules/.bin/bun', repository)), 'src/main.ts']
  : [process.execPath, 'bin/pawstock.js'];

/** For tests that hand the service a clock or operations of their own, which no other process can be given. */
export const withinThisProcess = { skip: onBun ? 'the service must run within the process of the test' : false };
