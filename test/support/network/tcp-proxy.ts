import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** The direction of traffic: `out` is to the server, `in` is from it. */
export type Way = 'out' | 'in';

/** A TCP proxy in front of a server, which drops, freezes or cuts connections on demand. */
export class TcpProxy {
  /**
   * The port to which new connections are forwarded. If undefined, every new connection is closed.
   */
  upstreamPort: number | undefined;
  /** How a new connection is closed while `upstreamPort` is undefined. */
  unserved: 'end' | 'reset' = 'reset';
  /**
   * The number of responses to lose: the server sends them, and the connection breaks before they
   * reach the client.
   */
  responsesToLose = 0;
  accepted = 0;
  /** While true, connections stay open but no data passes. */
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

  /** Listens until the test ends. */
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

  /** The base URL at which clients reach the API through the proxy. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Breaks all connections, and sends new ones to this port; undefined refuses them. */
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

  protected pass(
    bytes: Buffer,
    { way, client, to }: { way: Way; client: Socket; to: Socket },
  ): void {
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
