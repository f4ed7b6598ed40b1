import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkFresh } from './check.ts';
import { inTemporaryFolder, runBenchmark } from './cleanup.ts';
import { median } from './comparison.ts';
import { type LoadResult, load, requireTools } from './load.ts';
import { chosen, positive, secondsMax } from './options.ts';
import { connectReaders, percentile } from './readers.ts';
import { defaultResults, writeResult } from './results.ts';
import { pawstock } from './servers/pawstock.ts';
import { express, fastify } from './servers/peers.ts';
import type { RunningServer, ServerKind } from './servers/server.ts';
import { firstQuantity } from './stock.ts';
import { digits, markdownTable, type Table, textTable } from './table.ts';
import { versions } from './versions.ts';

/**
 * Whether reads wait for writes: their latency alone, and while PATCHes run as fast as a slow disk lets them. Those go to
 * another server first, which has a store of its own: so much longer do reads take because the processors are shared.
 */

const all = [pawstock, fastify, express];
const pets = 1_000;
const reads = { list: () => '', item: (turn: number) => `/${1 + (turn % pets)}` };
/** Readers that leave the server time, as those at a till do: what is measured is waiting, and not how full it is. */
const reader = { connections: 8, pauseMs: 5 };

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: all.map(({ id }) => id).join(',') },
      'sync-ms': { type: 'string', default: '5' },
      results: { type: 'string', default: defaultResults },
    },
  });
  requireTools('wrk', 'strace');
  const seconds = positive('seconds', values.seconds, secondsMax);
  const rounds = positive('rounds', values.rounds);
  const syncMs = positive('sync-ms', values['sync-ms'], 1_000);
  const kinds = chosen(all, values.only);
  const samples: Sample[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const kind of kinds) {
      process.stderr.write(`round ${round} of ${rounds}: ${kind.name}\n`);
      samples.push(
        ...(await inTemporaryFolder((folder) =>
          inTemporaryFolder((other) => measureServer(kind, [folder, other], { seconds, syncMs })),
        )),
      );
    }
  }
  const table = tableOf(kinds, samples);
  const [cores, node] = versions();
  const conditions =
    `${reader.connections} readers that pause for ${reader.pauseMs} ms, 64 writers that do not; every sync takes ` +
    `${syncMs} ms longer. Elsewhere is another server of the same kind on the same cores, with a store of its own. ` +
    `${rounds} × ${seconds} s each, median. ${cores}, ${node}.`;
  process.stdout.write(`\n${textTable(table)}\n${conditions}\n`);
  writeResult(values.results, 'tail.md', `# Whether reads wait for writes\n\n${markdownTable(table)}\n${conditions}\n`);
});

type Sample = {
  readonly kind: ServerKind;
  readonly read: string;
  /** How long each answer took, in microseconds. */
  readonly alone: readonly number[];
  readonly elsewhere: readonly number[];
  readonly during: readonly number[];
  readonly patchesPerSecond: number;
};

/** The filter stops the server for nothing but a sync; strace without it would stop it for every system call. */
function slowDisk(syncMs: number): string[] {
  return [
    ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null'],
    ...['-e', 'trace=fsync,fdatasync', '-e', `inject=fsync,fdatasync:delay_exit=${syncMs * 1000}`],
  ];
}

type Options = { readonly seconds: number; readonly syncMs: number };

async function measureServer(
  kind: ServerKind,
  [folder, otherFolder]: readonly [string, string],
  { seconds, syncMs }: Options,
): Promise<Sample[]> {
  const start = (where: string) => kind.start(where, { pets, under: slowDisk(syncMs) });
  const servers = [await start(folder)];
  try {
    servers.push(await start(otherFolder));
    const [server, other] = servers as [RunningServer, RunningServer];
    await checkFresh(kind, server, pets);
    const samples: Sample[] = [];
    const counter = { quantity: firstQuantity + 1 };
    const readers = await connectReaders(server, reader);
    for (const [read, path] of Object.entries(reads)) {
      const whileWriting = async (to: RunningServer) => {
        const [{ requests }, micros] = await Promise.all([
          write(to, seconds + 2, counter),
          delay(1000).then(() => readers.read(path, seconds)),
        ]);
        return { micros, patchesPerSecond: requests / (seconds + 2) };
      };
      // To warm up, and with writes first: these change what a read finds.
      for (const each of [other, server]) await write(each, 1, counter);
      await readers.read(path, 2);
      const alone = await readers.read(path, seconds);
      const elsewhere = await whileWriting(other);
      const during = await whileWriting(server);
      const { patchesPerSecond } = during;
      samples.push({ kind, read, alone, elsewhere: elsewhere.micros, during: during.micros, patchesPerSecond });
    }
    readers.close();
    return samples;
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
}

async function write(server: RunningServer, seconds: number, counter: { quantity: number }): Promise<LoadResult> {
  const result = await load(server, { phase: 'patch', seconds, pets, firstQuantity: counter.quantity });
  counter.quantity += result.sent;
  return result;
}

function tableOf(kinds: readonly ServerKind[], samples: readonly Sample[]): Table {
  const percents = [50, 99];
  const head = ['', ...percents.flatMap((percent) => [`p${percent} alone`, 'PATCHes elsewhere', 'PATCHes here'])];
  const body = kinds.flatMap((kind) =>
    Object.keys(reads).map((read) => {
      const rounds = samples.filter((sample) => sample.kind === kind && sample.read === read);
      const of = (value: (sample: Sample) => number) => median(rounds.map(value));
      return [
        `${kind.name}, ${read}`,
        ...percents.flatMap((percent) =>
          withRatios([
            of(({ alone }) => percentile(alone, percent)),
            of(({ elsewhere }) => percentile(elsewhere, percent)),
            of(({ during }) => percentile(during, percent)),
          ]),
        ),
        digits(of(({ patchesPerSecond }) => patchesPerSecond)),
      ];
    }),
  );
  return [[...head, 'PATCHes a second'], ...body];
}

/** Each with how many times the first it is. */
function withRatios([first = Number.NaN, ...others]: readonly number[]): string[] {
  const ms = (micros: number) => `${digits(micros / 1000)} ms`;
  return [ms(first), ...others.map((micros) => `${ms(micros)}, ${(micros / first).toFixed(1)}×`)];
}
