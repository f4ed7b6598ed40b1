/**
 * Runs test files: `node test/runner/run.ts [OPTION…] FILE…`, with the options of `node --test`.
 *
 * On CI, files with a failed test run once more, one after the other. Tests of faults and of the browser depend on time,
 * and share two processors with the rest. A test that passes then is reported as unstable.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('--'));
const files = args.filter((arg) => !arg.startsWith('--'));
const reporter = join(import.meta.dirname, 'failed-files.ts');
const folder = mkdtempSync(join(tmpdir(), 'pawstock-run-'));

/** Returns the files with a failed test, or undefined if the run itself failed. */
function run(files: readonly string[], concurrency: number): string[] | undefined {
  const list = join(folder, 'failed-files');
  const { status } = spawnSync(
    process.execPath,
    [
      '--test',
      '--test-timeout=240000',
      '--test-force-exit',
      `--test-concurrency=${concurrency}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${list}`,
      ...options,
      ...files,
    ],
    { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node' } },
  );
  if (status === 0) return [];
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  return failed.length === 0 ? undefined : failed;
}

let failed = run(files, 4);
if (failed !== undefined && failed.length > 0 && process.env['CI'] !== undefined) {
  console.log(`\nFAILED ONCE, and runs again:\n${failed.join('\n')}\n`);
  failed = run(failed, 1);
  if (failed?.length === 0) console.log('\nUNSTABLE: the files above passed the second time. Find out why.\n');
}
rmSync(folder, { recursive: true });
process.exitCode = failed?.length === 0 ? 0 : 1;
