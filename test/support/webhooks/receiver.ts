import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { verifyWebhook } from 'pawstock-client/webhook.ts';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { until } from '../until.ts';

export type Received = {
  readonly id: string;
  readonly body: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly seq: number };
  readonly atMs: number;
};

/**
 * How a receiver responds: with a status, never, by resetting the connection, or as a function
 * decides.
 */
export type Behaviour =
  | number
  | 'hang'
  | 'reset'
  | ((response: ServerResponse, message: Received) => void);

type Options = {
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
  readonly host?: string;
};

/**
 * A webhook receiver, which checks signatures with the library of Standard Webhooks and with the
 * Pawstock client.
 */
export class Receiver {
  readonly url: string;
  readonly port: number;
  behaviour: Behaviour = 200;
  /** All requests, including those without a successful response. */
  readonly requests: Received[] = [];
  /** The requests that got a response of 2xx. */
  readonly accepted: Received[] = [];
  readonly #ids = new Set<string>();
  /**
   * The errors that the library standardwebhooks or Pawstock's client threw when it verified
   * signatures.
   */
  readonly errors: string[] = [];
  /**
   * The secret to verify signatures. Unset in tests that set the service's clock: verifying uses
   * the real time.
   */
  secret: string | undefined;
  readonly #server: Server;

  private constructor(server: Server, origin: string) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.url = `${origin}:${this.port}/hook`;
    server.on('request', (request, response) => void this.#handle(request, response));
  }

  static async start(
    t: TestContext,
    { tls, port = 0, host = '127.0.0.1' }: Options = {},
  ): Promise<Receiver> {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    // Closing an idle connection can fail the next message, which a service whose test clock stands
    // still never repeats.
    server.keepAliveTimeout = 0;
    server.listen(port, host);
    await once(server, 'listening');
    const receiver = new Receiver(server, `http${tls === undefined ? '' : 's'}://${host}`);
    t.after(() => receiver.close());
    return receiver;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  get seqs(): number[] {
    return this.accepted.map(({ data }) => data.seq);
  }

  /**
   * Waits until the receiver has accepted this many different messages. Fails if the next one takes
   * too long.
   */
  async untilAccepted(count: number): Promise<void> {
    for (let arrived = this.#ids.size; arrived < count; arrived = this.#ids.size) {
      await until(
        () => this.#ids.size > arrived,
        () => `${arrived} of ${count} messages arrived`,
      );
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const { type, data } = JSON.parse(body) as Received;
    const message = { id: headers['webhook-id'] ?? '', body, type, data, atMs: Date.now() };
    if (this.secret !== undefined) await this.#verify(this.secret, body, headers);
    this.requests.push(message);
    this.#answer(response, message);
  }

  async #verify(secret: string, body: string, headers: Record<string, string>): Promise<void> {
    try {
      new StandardWebhook(secret).verify(body, headers);
      await verifyWebhook(secret, headers, body);
    } catch (error) {
      this.errors.push(String(error));
    }
  }

  #answer(response: ServerResponse, message: Received): void {
    const { behaviour } = this;
    response.on('finish', () => {
      if (response.statusCode >= 300) return;
      this.accepted.push(message);
      this.#ids.add(message.id);
    });
    if (typeof behaviour === 'function') behaviour(response, message);
    else if (behaviour === 'reset') (response.socket as Socket).resetAndDestroy();
    else if (behaviour !== 'hang') response.writeHead(behaviour).end();
  }
}
