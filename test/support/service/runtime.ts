import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this checkout. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Halves the time that the many short processes need to start. The scripts in package.json name the same folder. */
export const compileCache = join(repository, 'node_modules/.cache/node');

/** The program that is `pawstock`. */
export const main = 'bin/pawstock.js';

/** The same with the limits of a test. */
export const mainWithLimits = 'test/support/service/pawstock.ts';
