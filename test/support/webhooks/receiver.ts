import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { until } from '../until.ts';

/** A message as it arrived. */
export type Received = {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly seq: number };
  readonly atMs: number;
};

/** How a request is answered: with a status, not at all, or as the function likes. */
export type Behaviour = number | 'hang' | 'reset' | ((response: ServerResponse, message: Received) => void);

type Options = {
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Where it was before, if it comes back. */
  readonly port?: number;
  readonly host?: string;
};

/** What an endpoint's owner would run. Signatures are checked by the reference library of Standard Webhooks. */
export class Receiver {
  readonly url: string;
  readonly port: number;
  behaviour: Behaviour = 200;
  /** Every request, whatever it was answered. */
  readonly requests: Received[] = [];
  /** Those that were answered with 2xx. */
  readonly accepted: Received[] = [];
  /** What was wrong with signatures; nothing, in a test that passes. */
  readonly faults: string[] = [];
  /** Unset while the clock of the service is not ours: the library compares timestamps with the time. */
  secret: string | undefined;
  readonly #close: () => Promise<void>;

  private constructor(url: string, port: number, close: () => Promise<void>) {
    this.url = url;
    this.port = port;
    this.#close = close;
  }

  static async start(t: TestContext, { tls, port = 0, host = '127.0.0.1' }: Options = {}): Promise<Receiver> {
    const handle = (request: IncomingMessage, response: ServerResponse) => void receiver.#handle(request, response);
    const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
    server.listen(port, host);
    await once(server, 'listening');
    const bound = (server.address() as AddressInfo).port;
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    };
    const receiver = new Receiver(`http${tls === undefined ? '' : 's'}://${host}:${bound}/hook`, bound, close);
    t.after(close);
    return receiver;
  }

  /** Nothing listens at its port any more. */
  close(): Promise<void> {
    return this.#close();
  }

  get seqs(): number[] {
    return this.accepted.map(({ data }) => data.seq);
  }

  /** Lets the next request wait. Resolves, when it has arrived, to the function that accepts it. */
  holdNext(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    this.behaviour = (response) => {
      this.behaviour = 200;
      resolve(() => response.end());
    };
    return promise;
  }

  /** Waits until so many different messages have been accepted. */
  async untilAccepted(count: number): Promise<void> {
    const ids = () => new Set(this.accepted.map(({ id }) => id)).size;
    await until(
      () => ids() >= count,
      () => `${ids()} of ${count} messages arrived`,
    );
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const { type, data } = JSON.parse(body) as Received;
    const message: Received = {
      id: headers['webhook-id'] ?? '',
      timestamp: Number(headers['webhook-timestamp']),
      body,
      type,
      data,
      atMs: Date.now(),
    };
    if (this.secret !== undefined) this.#verify(this.secret, body, headers);
    this.requests.push(message);
    this.#answer(response, message);
  }

  #verify(secret: string, body: string, headers: Record<string, string>): void {
    try {
      new StandardWebhook(secret).verify(body, headers);
    } catch (error) {
      this.faults.push(String(error));
    }
  }

  #answer(response: ServerResponse, message: Received): void {
    const { behaviour } = this;
    response.on('finish', () => {
      if (response.statusCode < 300) this.accepted.push(message);
    });
    if (typeof behaviour === 'function') behaviour(response, message);
    else if (behaviour === 'reset') (response.socket as Socket).resetAndDestroy();
    else if (behaviour !== 'hang') response.writeHead(behaviour).end();
  }
}
