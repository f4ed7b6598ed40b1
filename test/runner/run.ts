/**
 * Runs test suites, sets of suites and `npm run check` in parallel: `node test/runner/run.ts SUITE…
 * SET… check`. Prints the output of each job when the job ends.
 */
import { spawn } from 'node:child_process';
import { styleText } from 'node:util';
import { filesOf, filesOutside, type Suite, sets, suites } from './suites.ts';

type Job = {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Suite['env'] | undefined;
  readonly mostlyWaits?: boolean | undefined;
};

/** The maximum number of parallel jobs. Jobs of suites that mostly wait are not counted. */
const jobsMax = 3;

/** The number of characters of a failed job's output that are printed again at the end. */
const failureCharacters = 6_000;

function jobsOf(name: string): Job[] {
  if (name === 'check') return [{ name, program: 'npm', args: ['run', '--silent', 'check'] }];
  const suite = suiteOf(name);
  const files = filesOf(suite);
  const { shards, concurrency = 1 } = suite;
  if (shards === undefined)
    return [testJob(name, suite, files, `--test-concurrency=${concurrency}`)];
  return Array.from({ length: shards }, (_, shard) => {
    const own = files.filter((_, index) => index % shards === shard);
    return testJob(`${name} ${shard + 1} of ${shards}`, suite, own, '--test-isolation=none');
  });
}

function suiteOf(name: string): Suite {
  const suite = suites[name];
  if (suite === undefined)
    throw new Error(`No suite "${name}". There are: ${Object.keys(suites).join(', ')}.`);
  return suite;
}

/** Returns a job that runs some of a suite's test files. */
function testJob(name: string, suite: Suite, files: readonly string[], how: string): Job {
  const { timeoutMs, env, mostlyWaits } = suite;
  const args = [
    '--test',
    `--test-timeout=${timeoutMs ?? 240_000}`,
    '--test-force-exit',
    '--test-reporter=spec',
    how,
    ...files,
  ];
  return { name, program: process.execPath, args, env, mostlyWaits };
}

const failed: { readonly name: string; readonly text: string }[] = [];
/** The reasons of all skipped tests. */
const skipped: string[] = [];

async function run({ name, program, args, env }: Job): Promise<void> {
  console.log(`${name} …`);
  const startedMs = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  const outcome = status === 0 ? 'passed' : 'FAILED';
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const text = Buffer.concat(output).toString();
  for (const [, reason = ''] of text.matchAll(/^ *﹣ .* # (.+)$/gm)) skipped.push(reason);
  console.log(`\n${styleText('bold', `${name}: ${outcome} in ${seconds} s`)}\n${text}`);
  if (outcome === 'FAILED') failed.push({ name, text });
}

const outside = filesOutside();
if (outside.length > 0)
  throw new Error(
    `Each test file must be in a folder of a suite in suites.ts: ${outside.join(', ')}`,
  );
const inOrder = [...Object.keys(suites), 'check'];
const names = process.argv
  .slice(2)
  .flatMap((name) => sets[name] ?? [name])
  .sort((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b));
const jobs = names.flatMap(jobsOf);
const setups = new Set(
  names.flatMap((name) => (name === 'check' ? [] : (suiteOf(name).setup ?? []))),
);
for (const { globalSetup } of setups) await globalSetup();
const runEach = async (some: Iterable<Job>) => {
  for (const job of some) await run(job);
};
const waiting = jobs.filter(({ mostlyWaits }) => !mostlyWaits).values();
await Promise.all([
  runEach(jobs.filter(({ mostlyWaits }) => mostlyWaits)),
  ...Array.from({ length: jobsMax }, () => runEach(waiting)),
]);
for (const { globalTeardown } of setups) await globalTeardown?.();
// The output of a failed job may be far up in the terminal by now, so its end, with the failures,
// is printed again.
for (const { name, text } of failed)
  console.log(`\n${styleText('bold', name)}\n${text.slice(-failureCharacters)}`);
console.log(
  failed.length === 0
    ? 'All suites passed.'
    : `FAILED: ${failed.map(({ name }) => name).join('; ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
const notRun = process.argv.includes('main')
  ? (sets['rest'] ?? []).filter((name) => !names.includes(name))
  : [];
if (notRun.length > 0)
  console.log(`Not run: ${notRun.join(', ')}. To run everything: npm run test:all`);
if (skipped.length > 0)
  console.log(`Skipped ${skipped.length} tests (${[...new Set(skipped)].sort().join('; ')}).`);
const missing = new Set(
  skipped.flatMap((reason) => /^not installed: (.+)/.exec(reason)?.[1]?.split(' ') ?? []),
);
if (missing.size > 0)
  console.log(
    `To run them, as root: apt-get install --no-install-recommends ${[...missing].join(' ')}`,
  );
