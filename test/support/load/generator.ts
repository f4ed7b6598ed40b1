import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type HttpRequest, type HttpResponse, NoResponse } from '../http/client.ts';
import { type Random, randomFrom } from '../random.ts';

/** Clients that send requests one after the other until they are stopped. */
export type Load = {
  /** How often each response came: by its label, or as "no response" or "not sent". */
  readonly responses: ReadonlyMap<string, number>;
  readonly latenciesMs: number[];
  /** The successes of each instance, reads and writes apart: the key is such as "read http://…". */
  readonly successes: ReadonlyMap<string, Success>;
  /** Lets every client finish its step. */
  readonly stop: () => Promise<void>;
};

/** When the last success was, and the longest pause between two. */
type Success = { readonly lastMs: number; readonly longestPauseMs: number };

export type LoadClient = {
  /** From 0. */
  readonly index: number;
  readonly random: Random;
  /** Sends the request to one of the instances. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse | NoResponse>;
};

type Options = {
  /** May change while the load runs. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly clients: number;
  /** Between two steps of a client. */
  readonly pauseMs?: number | undefined;
  readonly random?: Random;
  /** Under which name a response is counted: its status, unless told otherwise. */
  readonly labelOf?: (response: HttpResponse) => string;
};

/** Every client repeats the step, whose rounds count from 0. */
export function startLoad(options: Options, step: (client: LoadClient, round: number) => Promise<unknown>): Load {
  const { urls, secret, clients, pauseMs, random = randomFrom(1), labelOf = ({ status }) => String(status) } = options;
  const responses = new Map<string, number>();
  const latenciesMs: number[] = [];
  const successes = new Map<string, Success>();
  const http = createClient(secret);
  let stopped = false;
  const count = (label: string) => responses.set(label, (responses.get(label) ?? 0) + 1);

  function succeeded(where: string): void {
    const lastMs = performance.now();
    const before = successes.get(where) ?? { lastMs, longestPauseMs: 0 };
    successes.set(where, { lastMs, longestPauseMs: Math.max(before.longestPauseMs, lastMs - before.lastMs) });
  }

  async function send(own: Random, request: HttpRequest): Promise<HttpResponse | NoResponse> {
    while (urls.length === 0) await delay(10);
    const startedMs = performance.now();
    const url = own.pick(urls);
    try {
      const response = await http.send(url, request);
      count(labelOf(response));
      if (response.status < 500) succeeded(`${request.method === undefined ? 'read' : 'write'} ${url}`);
      return response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      count(error.sent ? 'no response' : 'not sent');
      return error;
    } finally {
      latenciesMs.push(performance.now() - startedMs);
    }
  }

  async function work(index: number): Promise<void> {
    const own = random.branch(index);
    const client = { index, random: own, send: (request: HttpRequest) => send(own, request) };
    for (let round = 0; !stopped; round++) {
      await step(client, round);
      if (pauseMs !== undefined) await delay(pauseMs);
    }
  }

  const working = Array.from({ length: clients }, (_, index) => work(index));
  // A client's error is thrown when the load is stopped.
  for (const worker of working) worker.catch(() => undefined);
  return {
    responses,
    latenciesMs,
    successes,
    stop: async () => {
      stopped = true;
      await Promise.all(working).finally(http.close);
    },
  };
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
