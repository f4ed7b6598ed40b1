import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** `out` is to the server, `in` from it. */
export type Way = 'out' | 'in';

/** A proxy in front of a server, which loses, freezes or cuts connections when a test says so. */
export class TcpProxy {
  /** Where new connections lead. Open ones stay where they are. While undefined, every new connection is closed. */
  upstreamPort: number | undefined;
  /** How a connection without a server is closed. */
  unserved: 'end' | 'reset' = 'reset';
  /** How many of the next responses are lost: the server has sent them, and the connection breaks on their way. */
  responsesToLose = 0;
  /** How many connections there have been. */
  accepted = 0;
  /** While set, connections stay open and nothing passes. */
  frozen = false;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#accept(client));

  constructor(upstreamPort: number) {
    this.upstreamPort = upstreamPort;
  }

  static async start(t: TestContext, upstreamPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(upstreamPort);
    await proxy.listen(t);
    return proxy;
  }

  /** Until the test ends. */
  async listen(t: TestContext): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    t.after(() => {
      this.#server.close();
      this.cut();
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The API behind it. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** Breaks every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Breaks every connection, and leads new ones to this port, or nowhere. */
  pointTo(port: number | undefined): void {
    this.upstreamPort = port;
    this.cut();
  }

  #accept(client: Socket): void {
    this.accepted++;
    this.#track(client);
    if (this.upstreamPort === undefined) {
      if (this.unserved === 'end') client.end();
      else client.resetAndDestroy();
      return;
    }
    const server = this.#track(connect(this.upstreamPort, '127.0.0.1'));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    const pass = (way: Way, from: Socket, to: Socket) =>
      from.on('data', (bytes: Buffer) => {
        if (!this.frozen) this.pass(bytes, { way, client, to });
      });
    pass('out', client, server);
    pass('in', server, client);
  }

  protected pass(bytes: Buffer, { way, client, to }: { way: Way; client: Socket; to: Socket }): void {
    if (way === 'in' && this.responsesToLose > 0) {
      this.responsesToLose--;
      client.destroy();
    } else to.write(bytes);
  }

  #track(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    return socket.on('close', () => this.#sockets.delete(socket));
  }
}
