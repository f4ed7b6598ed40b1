import { setTimeout as delay } from 'node:timers/promises';
import {
  codeIn,
  createClient,
  type HttpRequest,
  type HttpResponse,
  NoResponse,
} from '../http/client.ts';
import { type Random, randomFrom } from '../random.ts';

/**
 * Pauses a client. The pause does not keep the process alive, so the load ends with its services if
 * a test fails.
 */
export const pause = (ms: number) => delay(ms, undefined, { ref: false });

export type LoadClient = {
  /** The number of this client among all clients of the load, from 0. */
  readonly index: number;
  readonly random: Random;
  /** Sends a request to a random instance of the service. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse | NoResponse>;
};

export type LoadOptions = {
  /** The addresses of the service's instances. They may change while the load runs. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly clients: number;
  /** How long a client pauses after each call of `step`. Default: not at all. */
  readonly pauseMs?: number | undefined;
  readonly random?: Random;
};

/**
 * Starts clients that each call `step` again and again, with the call's number from 0, until `stop`
 * is called.
 */
export function startLoad(
  options: LoadOptions,
  step: (client: LoadClient, round: number) => Promise<unknown>,
) {
  const { urls, secret, clients, pauseMs, random = randomFrom(1) } = options;
  /** The number of responses by status and error code, or as "no response" or "not sent". */
  const responses = new Map<string, number>();
  /**
   * When each instance last responded with a status below 500, by keys like "read http://…" and
   * "write http://…".
   */
  const successesMs = new Map<string, number>();
  const http = createClient(secret);
  let stopped = false;
  const count = (label: string) => responses.set(label, (responses.get(label) ?? 0) + 1);

  async function send(own: Random, request: HttpRequest): Promise<HttpResponse | NoResponse> {
    while (urls.length === 0) await pause(10);
    const url = own.pick(urls);
    try {
      const response = await http.send(url, request);
      count(
        response.status < 300 ? String(response.status) : `${response.status} ${codeIn(response)}`,
      );
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
      if (pauseMs !== undefined) await pause(pauseMs);
    }
  }

  const working = Array.from({ length: clients }, (_, index) => work(index));
  // `stop` throws a client's error. Until then, the error must not count as an unhandled rejection.
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

type SteadyOptions = Pick<LoadOptions, 'secret' | 'clients' | 'pauseMs'> & {
  readonly url: string;
  readonly pets: number;
};

/**
 * Starts clients that set the quantities of random pets and read other pets. Pet IDs count from 0.
 */
export function startSteadyLoad({ url, pets, ...options }: SteadyOptions) {
  return startLoad({ urls: [url], ...options }, ({ random, send }, round) => {
    const path = `/${random.below(pets)}`;
    return send(
      round % 2 === 0 ? { method: 'PATCH', path, body: { quantity: round % 1_000 } } : { path },
    );
  });
}
