import { setTimeout as delay } from 'node:timers/promises';
import { codeIn, createClient, type HttpRequest, type HttpResponse, NoResponse } from '../http/client.ts';
import { type Random, randomFrom } from '../random.ts';

/** Clients that send requests one after the other until they are stopped. */
export type Load = {
  /** How often each response came: by its status and code, or as "no response" or "not sent". */
  readonly responses: ReadonlyMap<string, number>;
  /** When each instance last succeeded, reads and writes apart: the key is such as "read http://…". */
  readonly successesMs: ReadonlyMap<string, number>;
  /** Lets every client finish its step. */
  readonly stop: () => Promise<void>;
};

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
};

/** Every client repeats the step, whose rounds count from 0. */
export function startLoad(options: Options, step: (client: LoadClient, round: number) => Promise<unknown>): Load {
  const { urls, secret, clients, pauseMs, random = randomFrom(1) } = options;
  const responses = new Map<string, number>();
  const successesMs = new Map<string, number>();
  const http = createClient(secret);
  let stopped = false;
  const count = (label: string) => responses.set(label, (responses.get(label) ?? 0) + 1);

  async function send(own: Random, request: HttpRequest): Promise<HttpResponse | NoResponse> {
    while (urls.length === 0) await delay(10);
    const url = own.pick(urls);
    try {
      const response = await http.send(url, request);
      count(response.status < 300 ? String(response.status) : `${response.status} ${codeIn(response)}`);
      const place = `${request.method === undefined ? 'read' : 'write'} ${url}`;
      if (response.status < 500) successesMs.set(place, performance.now());
      return response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      count(error.sent ? 'no response' : 'not sent');
      return error;
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
    successesMs,
    stop: async () => {
      stopped = true;
      await Promise.all(working).finally(http.close);
    },
  };
}

type SteadyOptions = {
  readonly url: string;
  readonly secret: string;
  /** Numbered from 0. */
  readonly pets: number;
  readonly clients: number;
  readonly pauseMs: number;
};

/** What clients do on an ordinary day: they set a pet's quantity, and look at another's. */
export function startSteadyLoad({ url, pets, ...options }: SteadyOptions): Load {
  return startLoad({ urls: [url], ...options }, ({ random, send }, round) => {
    const path = `/${random.below(pets)}`;
    return send(round % 2 === 0 ? { method: 'PATCH', path, body: { quantity: round % 1_000 } } : { path });
  });
}
