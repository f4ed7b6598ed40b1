/** Runs suites side by side: `node test/runner/run.ts SUITE…`. Prints what a part of a suite has reported when it ends. */
import { spawn } from 'node:child_process';
import { styleText } from 'node:util';
import { filesOf, filesOutside, type Suite, suites } from './suites.ts';

/** A process of `node --test`, with one or more of a suite's files. */
type Job = { readonly name: string; readonly suite: Suite; readonly files: readonly string[]; readonly args: string[] };

/** Jobs that run at the same time. */
const jobsMax = 3;

function jobsOf(name: string): Job[] {
  const suite = suites[name];
  if (suite === undefined) throw new Error(`No suite "${name}". There are: ${Object.keys(suites).join(', ')}.`);
  const files = filesOf(suite);
  const { shards, concurrency = 1 } = suite;
  if (shards === undefined) return [{ name, suite, files, args: [`--test-concurrency=${concurrency}`] }];
  return Array.from({ length: shards }, (_, shard) => ({
    name: `${name} ${shard + 1} of ${shards}`,
    suite,
    files: files.filter((_, index) => index % shards === shard),
    args: ['--test-isolation=none'],
  }));
}

async function run({ name, suite, files, args }: Job): Promise<'passed' | 'FAILED'> {
  const options = [
    '--test',
    `--test-timeout=${suite.timeoutMs ?? 240_000}`,
    '--test-force-exit',
    '--test-reporter=spec',
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
  const outcome = status === 0 ? 'passed' : 'FAILED';
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  console.log(`\n${styleText('bold', `${name}: ${outcome} in ${seconds} s`)}\n${Buffer.concat(output)}`);
  return outcome;
}

const outside = filesOutside();
if (outside.length > 0) throw new Error(`Each file must be in one of the parts in suites.ts: ${outside.join(', ')}`);
const jobs = process.argv.slice(2).flatMap(jobsOf);
const waiting = jobs.values();
const failed: string[] = [];
await Promise.all(
  Array.from({ length: jobsMax }, async () => {
    for (const job of waiting) if ((await run(job)) === 'FAILED') failed.push(job.name);
  }),
);
console.log(failed.length === 0 ? 'All suites passed.' : `FAILED: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
