import { setTimeout as delay } from 'node:timers/promises';
import { checkFresh } from './check.ts';
import { Figures, type Options, percentile, type Report } from './figures.ts';
import { type LoadResult, load } from './load.ts';
import { inTemporaryFolder } from './process.ts';
import { connectReaders } from './readers.ts';
import type { RunningServer, ServerKind } from './servers.ts';
import { firstQuantity } from './stock.ts';

const pets = 1_000;
const syncMs = 5;
const reads = { list: () => '', item: (turn: number) => `/${1 + (turn % pets)}` };
/**
 * Clients pause between requests, as tills do, because latency is measured here and not throughput.
 */
const reader = { connections: 8, pauseMs: 5 };

/**
 * Runs a server under strace, which delays each sync as a slow disk would. The option --seccomp-bpf
 * keeps strace from stopping the server at any other system call.
 */
const slowDisk = [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null'],
  ...['-e', 'trace=fsync,fdatasync', '-e', `inject=fsync,fdatasync:delay_exit=${syncMs * 1000}`],
];

/**
 * Measures whether reads wait for writes on a slow disk. The latency of reads is measured alone,
 * then during PATCHes to the same server. PATCHes to another server show how much of the difference
 * comes from sharing the processors.
 */
export async function measureTail({ kinds, rounds, seconds }: Options): Promise<Report> {
  const figures = new Figures();
  const measured = kinds.filter(({ id }) => !['bare', 'postgres'].includes(id));
  for (let round = 1; round <= rounds; round++) {
    for (const kind of measured) {
      await inTemporaryFolder((folder) =>
        inTemporaryFolder((other) => measureServer(kind, [folder, other], seconds, figures)),
      );
    }
  }
  return {
    title: 'Whether reads wait for writes',
    table: figures.table(),
    about: `Latency in ms. ${reader.connections} readers that pause for ${reader.pauseMs} ms, 64 writers that do not; every sync takes ${syncMs} ms longer. "Elsewhere" is another server of the same kind on the same cores.`,
  };
}

async function measureServer(
  kind: ServerKind,
  folders: readonly [string, string],
  seconds: number,
  figures: Figures,
): Promise<void> {
  const servers: RunningServer[] = [];
  try {
    for (const folder of folders)
      servers.push(await (await kind.prepare(folder, pets)).start(slowDisk));
    const [server, other] = servers as [RunningServer, RunningServer];
    await checkFresh(kind, server, pets);
    const counter = { quantity: firstQuantity + 1 };
    const readers = await connectReaders(server, reader);
    for (const [read, path] of Object.entries(reads)) {
      const row = `${kind.name}, ${read}`;
      const add = (name: string, millis: readonly number[]) => {
        for (const percent of [50, 99])
          figures.add(row, `p${percent} ${name}`, percentile(millis, percent));
      };
      const whileWriting = async (to: RunningServer) => {
        const [{ requests }, millis] = await Promise.all([
          write(to, seconds + 2, counter),
          delay(1000).then(() => readers.read(path, seconds)),
        ]);
        return { millis, patchesPerSecond: requests / (seconds + 2) };
      };
      for (const each of [other, server]) await write(each, 1, counter);
      await readers.read(path, 2);
      add('alone', await readers.read(path, seconds));
      add('PATCHes elsewhere', (await whileWriting(other)).millis);
      const during = await whileWriting(server);
      add('PATCHes here', during.millis);
      figures.add(row, 'PATCHes per second', during.patchesPerSecond);
    }
    readers.close();
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
}

async function write(
  server: RunningServer,
  seconds: number,
  counter: { quantity: number },
): Promise<LoadResult> {
  const result = await load(server, {
    phase: 'patch',
    seconds,
    pets,
    firstQuantity: counter.quantity,
  });
  counter.quantity += result.sent;
  return result;
}
