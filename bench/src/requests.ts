import { setTimeout as delay } from 'node:timers/promises';
import { call, checkFresh, checkLevels } from './check.ts';
import { cpuMicros, treeCpuMicros } from './cpu.ts';
import { Figures, type Options, type Report } from './figures.ts';
import { keepAliveConnections, load, type Phase } from './load.ts';
import { inTemporaryFolder } from './process.ts';
import {
  bare,
  pawstock,
  pawstockOnPostgres,
  type RunningServer,
  type ServerKind,
} from './servers.ts';
import { firstQuantity } from './stock.ts';

const pets = 1_000;
const warmUpSeconds = 2;
const settleMs = 500;

const columns: Readonly<Record<string, Phase>> = {
  'list of 1,000': 'list',
  'list, unchanged': 'unchanged',
  'one item': 'item',
  PATCH: 'patch',
  '9 lists : 1 PATCH': 'mixed',
};

/**
 * Measures the CPU time of a request in each server. Each round has all servers, so other load
 * affects them alike.
 */
export async function measureRequests({ kinds, rounds, seconds }: Options): Promise<Report> {
  const figures = new Figures();
  for (let round = 1; round <= rounds; round++) {
    for (const kind of kinds)
      await inTemporaryFolder((folder) => measureServer(kind, folder, seconds, figures));
  }
  for (const [own, besideId] of [
    [pawstock, 'beside'],
    [pawstockOnPostgres, 'beside-postgres'],
  ] as const) {
    const beside = kinds.find(({ id }) => id === besideId)?.name;
    if (beside !== undefined) figures.addRatios(`${own.name} ÷ ${beside}`, own.name, beside);
  }
  return {
    title: 'What a request costs',
    table: figures.table(bare.name),
    about: `CPU time of the server per request in µs, and how many times that of bare node:http. ${keepAliveConnections} connections.`,
  };
}

async function measureServer(
  kind: ServerKind,
  folder: string,
  seconds: number,
  figures: Figures,
): Promise<void> {
  const { start } = await kind.prepare(folder, pets);
  const server = await start();
  try {
    await checkFresh(kind, server, pets);
    let quantity = firstQuantity + 1;
    for (const [column, phase] of Object.entries(columns)) {
      const { etag = '"none"' } = await call(server);
      const runFor = async (duration: number) => {
        const result = await load(server, {
          phase,
          seconds: duration,
          pets,
          etag,
          firstQuantity: quantity,
        });
        quantity += result.sent;
        return result;
      };
      await runFor(warmUpSeconds);
      // This pause lets the last requests of the warm-up end, so that they are not measured.
      await delay(settleMs);
      const before = { own: cpuMicros(server.pid), database: databaseMicros(server) };
      const result = await runFor(seconds);
      figures.add(kind.name, column, (cpuMicros(server.pid) - before.own) / result.requests);
      if (server.databasePid !== undefined) {
        figures.add(
          `… and the database server of ${kind.name}`,
          column,
          (databaseMicros(server) - before.database) / result.requests,
        );
      }
      if (kind !== bare && phase === 'patch') await checkLevels(server, result, quantity);
    }
  } finally {
    await server.stop();
  }
}

function databaseMicros(server: RunningServer): number {
  return server.databasePid === undefined ? 0 : treeCpuMicros(server.databasePid);
}
