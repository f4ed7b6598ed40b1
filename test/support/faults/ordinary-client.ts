import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../http/client.ts';
import { percentile } from '../load/generator.ts';
import type { ServiceProcess } from '../service/child-process.ts';
import { mainThreadMs } from './process-usage.ts';

export type Measured = {
  /** What the service did during each request: its latency on a machine with nothing else to do. */
  readonly busyMs: readonly number[];
  readonly latenciesMs: readonly number[];
};

export type OrdinaryClient = {
  /** Reads and sets pet 1 until the promise resolves, and at least so many times. Every request must succeed. */
  readonly measure: (until: Promise<unknown>, requestsMin: number) => Promise<Measured>;
  readonly close: () => void;
};

/** A client with a connection that it keeps, whose requests wait for all that the service does for others. */
export async function openOrdinaryClient({ url, pid }: ServiceProcess, secret: string): Promise<OrdinaryClient> {
  const { send, close } = createClient(secret);
  const request = async (number: number) => {
    const write = { method: 'PATCH', path: '/1', body: { quantity: 5 } };
    assert.equal((await send(url, number % 2 === 0 ? { path: '/1' } : write)).status, 200);
  };
  await request(0);
  return {
    close,
    measure: async (until, requestsMin) => {
      const busyMs: number[] = [];
      const latenciesMs: number[] = [];
      let isOver = false;
      const over = until.then(() => {
        isOver = true;
      });
      while (!isOver || busyMs.length < requestsMin) {
        const [sentMs, usedMs] = [performance.now(), mainThreadMs(pid)];
        await request(busyMs.length);
        latenciesMs.push(performance.now() - sentMs);
        busyMs.push(mainThreadMs(pid) - usedMs);
        await delay(5);
      }
      await over;
      return { busyMs, latenciesMs };
    },
  };
}

export function figures({ busyMs, latenciesMs }: Measured): string {
  const [latency, busy] = [latenciesMs, busyMs].map((values) => percentile(values, 0.99).toFixed(0));
  return `${busyMs.length} requests, 99 % within ${latency} ms, during which the service worked for ${busy} ms`;
}
