import { setTimeout as delay } from 'node:timers/promises';

/** Callers that do what callers do, one call after the other, and how long each took. */
export type NormalCallers = {
  readonly latenciesMs: number[];
  readonly failures: string[];
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly url: string;
  readonly secret: string;
  readonly pets: number;
  readonly callers: number;
  readonly pauseMs: number;
};

export function startNormalCallers({ url, secret, pets, callers, pauseMs }: Options): NormalCallers {
  const latenciesMs: number[] = [];
  const failures: string[] = [];
  let stopped = false;
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };

  async function call(round: number): Promise<void> {
    const path = `${url}/v1/inventory/${Math.floor(Math.random() * pets)}`;
    const write = { method: 'PATCH', headers, body: `{"quantity":${round % 1_000}}` };
    const startedMs = performance.now();
    try {
      const response = await fetch(path, round % 2 === 0 ? write : { headers });
      await response.arrayBuffer();
      if (response.status !== 200) failures.push(String(response.status));
    } catch (error) {
      failures.push(String(error));
    }
    latenciesMs.push(performance.now() - startedMs);
  }

  const working = Array.from({ length: callers }, async () => {
    for (let round = 0; !stopped; round++) {
      await call(round);
      await delay(pauseMs);
    }
  });
  return {
    latenciesMs,
    failures,
    stop: async () => {
      stopped = true;
      await Promise.all(working);
    },
  };
}

/** The value below which so much of them lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
