import { runProgram } from '../../../src/cli/program.ts';
import { limits } from '../../../src/limits.ts';

/** Runs `pawstock` with the limits in the environment variable TEST_LIMITS. */
await runProgram(process.argv.slice(2), {
  ...limits,
  ...JSON.parse(process.env['TEST_LIMITS'] ?? '{}'),
});
