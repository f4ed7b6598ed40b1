import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A way to a service on which things go wrong when a test says so. */
export class FaultyLine {
  /** Where the service is; it may move. */
  upstreamPort: number;
  /** How many of the next answers are lost: the service has given them, and the connection breaks on their way. */
  answersToLose = 0;
  /** How much has come through from the service, in pieces of any size. */
  passed = 0;
  /** While set, connections stay open and nothing passes. */
  frozen = false;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((caller) => this.#accept(caller));

  private constructor(upstreamPort: number) {
    this.upstreamPort = upstreamPort;
  }

  static async start(t: TestContext, upstreamPort: number): Promise<FaultyLine> {
    const line = new FaultyLine(upstreamPort);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    t.after(() => {
      line.#server.close();
      line.cut();
    });
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Breaks every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(caller: Socket): void {
    const service = connect(this.upstreamPort, '127.0.0.1');
    for (const [socket, other] of [
      [caller, service],
      [service, caller],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    caller.on('data', (bytes) => {
      if (!this.frozen) service.write(bytes);
    });
    service.on('data', (bytes) => {
      if (this.frozen) return;
      if (this.answersToLose > 0) {
        this.answersToLose--;
        caller.destroy();
      } else {
        this.passed++;
        caller.write(bytes);
      }
    });
  }
}
