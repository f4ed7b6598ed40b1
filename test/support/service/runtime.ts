import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this checkout. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The folder of Node's compile cache, which halves the start of a process. package.json uses it as
 * well.
 */
export const compileCache = join(repository, 'node_modules/.cache/node');

/** The entry point of the `pawstock` command. */
export const main = 'bin/pawstock.js';

/** An entry point that runs `pawstock` with other limits. */
export const mainWithLimits = 'test/support/service/pawstock.ts';
