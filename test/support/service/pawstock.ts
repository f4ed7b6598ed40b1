import { runProgram } from '../../../src/cli/program.ts';
import { limits } from '../../../src/limits.ts';

/** `pawstock` with the limits of a test: see `limits` in cli-harness.ts. */
await runProgram(process.argv.slice(2), { ...limits, ...JSON.parse(process.env['TEST_LIMITS'] ?? '{}') });
