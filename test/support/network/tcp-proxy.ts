import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A proxy in front of a server, which loses, freezes or cuts connections when a test says so. */
export class TcpProxy {
  /** Where the server is. It may move; while undefined, every new connection is closed. */
  upstreamPort: number | undefined;
  /** How a connection without a server is closed. */
  readonly #unserved: 'end' | 'reset';
  /** How many of the next responses are lost: the server has sent them, and the connection breaks on their way. */
  responsesToLose = 0;
  /** How many pieces of any size have come through from the server. */
  passed = 0;
  /** How many connections there have been. */
  accepted = 0;
  /** While set, connections stay open and nothing passes. */
  frozen = false;
  /** How many more bytes come through from the server before it is frozen. */
  bytesUntilFrozen = Number.POSITIVE_INFINITY;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#accept(client));

  private constructor(upstreamPort: number | undefined, unserved: 'end' | 'reset') {
    this.upstreamPort = upstreamPort;
    this.#unserved = unserved;
  }

  /** The caller has to close it. */
  static async open(upstreamPort?: number, unserved: 'end' | 'reset' = 'reset'): Promise<TcpProxy> {
    const proxy = new TcpProxy(upstreamPort, unserved);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Closed when the test ends. */
  static async start(t: TestContext, upstreamPort: number): Promise<TcpProxy> {
    const proxy = await TcpProxy.open(upstreamPort);
    t.after(() => proxy.close());
    return proxy;
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
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resets all connections, and sends new ones to this port, or nowhere. */
  pointTo(port: number | undefined): void {
    this.upstreamPort = port;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    this.accepted++;
    this.#track(client);
    if (this.upstreamPort === undefined) {
      if (this.#unserved === 'end') client.end();
      else client.resetAndDestroy();
      return;
    }
    const server = this.#track(connect(this.upstreamPort, '127.0.0.1'));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (!this.frozen) server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (this.frozen) return;
      if (this.responsesToLose > 0) {
        this.responsesToLose--;
        client.destroy();
      } else {
        this.passed++;
        client.write(bytes.subarray(0, this.bytesUntilFrozen));
        this.bytesUntilFrozen -= bytes.length;
        this.frozen = this.bytesUntilFrozen <= 0;
      }
    });
  }

  #track(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    return socket.on('close', () => this.#sockets.delete(socket));
  }
}
