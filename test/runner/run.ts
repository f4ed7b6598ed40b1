/**
 * Runs suites side by side: `node test/runner/run.ts SUITE…`. Prints what a part of a suite has reported when it ends.
 *
 * On CI, files with a failed test run once more, one after the other and with nothing beside them: tests of faults and of
 * the browser depend on time. A test that passes then is reported as unstable.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { type Suite, suites } from './suites.ts';

/** A process of `node --test`, with one or more of a suite's files. */
type Job = { readonly name: string; readonly suite: Suite; readonly files: readonly string[]; readonly args: string[] };

/** Jobs that run at the same time. */
const jobsMax = 3;
const reporter = join(import.meta.dirname, 'failed-files.ts');
const folder = mkdtempSync(join(tmpdir(), 'pawstock-run-'));

function jobsOf(name: string): Job[] {
  const suite = suites[name];
  if (suite === undefined) throw new Error(`No suite "${name}". There are: ${Object.keys(suites).join(', ')}.`);
  const files = globSync(suite.files).sort();
  const { shards, concurrency = 1 } = suite;
  if (shards === undefined) return [{ name, suite, files, args: [`--test-concurrency=${concurrency}`] }];
  return Array.from({ length: shards }, (_, shard) => ({
    name: `${name} ${shard + 1} of ${shards}`,
    suite,
    files: files.filter((_, index) => index % shards === shard),
    args: ['--test-isolation=none'],
  }));
}

/** Resolves with the files that have a failed test; with all if that is not known. */
async function run({ name, suite, files, args }: Job): Promise<readonly string[]> {
  const list = join(folder, `${name} failed`);
  const options = [
    '--test',
    '--test-timeout=240000',
    '--test-force-exit',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${list}`,
    ...(suite.setup === undefined ? [] : [`--test-global-setup=${suite.setup}`]),
    ...args,
  ];
  console.log(`${name}: ${files.length} files …`);
  const startedMs = performance.now();
  const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node', ...suite.env };
  const child = spawn(process.execPath, [...options, ...files], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const outcome = status === 0 ? 'passed' : 'FAILED';
  console.log(`\n${styleText('bold', `${name}: ${outcome} in ${seconds} s`)}\n${Buffer.concat(output)}`);
  if (status === 0) return [];
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  return failed.length > 0 && failed.every((file) => file.endsWith('.test.ts')) ? failed : files;
}

const jobs = process.argv.slice(2).flatMap(jobsOf);
const failedJobs: Job[] = [];
const waiting = jobs.values();
await Promise.all(
  Array.from({ length: jobsMax }, async () => {
    for (const job of waiting) {
      const files = await run(job);
      if (files.length > 0)
        failedJobs.push({ ...job, name: `${job.name}, again`, files, args: ['--test-concurrency=1'] });
    }
  }),
);

let hasFailed = failedJobs.length > 0;
if (hasFailed && process.env['CI'] !== undefined) {
  hasFailed = false;
  for (const job of failedJobs) {
    console.log(`FAILED ONCE, and runs again:\n${job.files.join('\n')}`);
    if ((await run(job)).length > 0) hasFailed = true;
    else console.log('UNSTABLE: passed the second time. Find out why it failed.');
  }
}
rmSync(folder, { recursive: true });
process.exitCode = hasFailed ? 1 : 0;
