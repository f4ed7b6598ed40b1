/** Runs suites, and `npm run check`, side by side: `node test/runner/run.ts SUITE… check`. Prints what each reports at its end. */
import { spawn } from 'node:child_process';
import { styleText } from 'node:util';
import { filesOf, filesOutside, type Suite, suites } from './suites.ts';

type Job = {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Suite['env'] | undefined;
};

/** Jobs that run at the same time. */
const jobsMax = 3;

function jobsOf(name: string): Job[] {
  if (name === 'check') return [{ name, program: 'npm', args: ['run', '--silent', 'check'] }];
  const suite = suites[name];
  if (suite === undefined) throw new Error(`No suite "${name}". There are: ${Object.keys(suites).join(', ')}.`);
  const files = filesOf(suite);
  const { shards, concurrency = 1 } = suite;
  if (shards === undefined) return [testJob(name, suite, files, `--test-concurrency=${concurrency}`)];
  return Array.from({ length: shards }, (_, shard) => {
    const own = files.filter((_, index) => index % shards === shard);
    return testJob(`${name} ${shard + 1} of ${shards}`, suite, own, '--test-isolation=none');
  });
}

/** `node --test` with some of a suite's files. */
function testJob(name: string, { timeoutMs, setup, env }: Suite, files: readonly string[], how: string): Job {
  const args = [
    '--test',
    `--test-timeout=${timeoutMs ?? 240_000}`,
    '--test-force-exit',
    '--test-reporter=spec',
    ...(setup === undefined ? [] : [`--test-global-setup=${setup}`]),
    how,
    ...files,
  ];
  return { name, program: process.execPath, args, env };
}

async function run({ name, program, args, env }: Job): Promise<'passed' | 'FAILED'> {
  console.log(`${name} …`);
  const startedMs = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
