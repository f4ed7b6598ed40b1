import type { Answer } from '../../src/http/exchange.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { openRequestLog } from '../../src/request-log.ts';

/** What counting a request and writing its line cost in a loop, with nothing else around it. In microseconds. */

const calls = 500_000;
const operations = ['listInventory', 'getInventoryItem', 'updateInventory'];
const answer: Answer = { status: 200, headers: {}, body: '' };

const metrics = new Metrics({ version: '1.0.0', engine: 'sqlite' });
const log = openRequestLog();
const operationOf = (turn: number) => operations[turn % operations.length] ?? '';

async function microsOf(call: (turn: number) => void): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < calls; turn++) {
    call(turn);
    // As many as a turn of the event loop brings with 64 connections.
    if (turn % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const loops = {
  none: () => undefined,
  clock: () => performance.now() - performance.now(),
  count: (turn: number) => metrics.answered(operationOf(turn), 'GET', answer, (turn % 997) / 100),
  line: (turn: number) =>
    log({ requestId: `request-${turn}`, key: 'till-3', operation: operationOf(turn), status: 200, ms: turn % 99 }),
};

const rounds = 5;
const least: Record<string, number> = {};
for (let round = 0; round < rounds; round++) {
  for (const [name, call] of Object.entries(loops))
    least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, await microsOf(call));
}
process.stdout.write(JSON.stringify(least));
process.exit();
