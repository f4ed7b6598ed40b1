import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { TcpProxy, type Way } from '../network/tcp-proxy.ts';

type Refusal = {
  readonly severity: 'ERROR' | 'FATAL';
  readonly code: string;
  readonly message: string;
};

/**
 * A proxy in front of PostgreSQL. It also counts round trips, and can refuse clients with
 * PostgreSQL's own errors.
 */
class PostgresLine extends TcpProxy {
  readonly #address: URL;
  /** While this error is set, the proxy responds to every message of a client with it. */
  refusal: Refusal | undefined;
  /**
   * The number of round trips. All that a client sends before the server sends something is one
   * round trip.
   */
  roundTrips = 0;
  /**
   * How many bytes this proxy has received for each direction since the last call of `cutAfter`.
   */
  passedBytes = { out: 0, in: 0 };
  #pendingCut: { readonly bytes: number; readonly way: Way } | undefined;
  readonly #lastWays = new WeakMap<Socket, Way>();

  constructor(address: URL) {
    super(Number(address.port));
    this.#address = new URL(address);
  }

  override get url(): string {
    this.#address.port = String(this.port);
    return this.#address.href;
  }

  /** Resets a client's connection as soon as this many bytes have passed in the given direction. */
  cutAfter(bytes: number, way: Way): void {
    this.#pendingCut = { bytes, way };
    this.passedBytes = { out: 0, in: 0 };
  }

  protected override pass(
    bytes: Buffer,
    { way, client, to }: { way: Way; client: Socket; to: Socket },
  ): void {
    if (way === 'out' && this.#lastWays.get(client) !== 'out') this.roundTrips++;
    this.#lastWays.set(client, way);
    if (this.refusal !== undefined) {
      if (way === 'out') refuse(client, bytes, this.refusal);
      return;
    }
    const left =
      this.#pendingCut?.way === way ? this.#pendingCut.bytes - this.passedBytes[way] : bytes.length;
    this.passedBytes[way] += bytes.length;
    to.write(bytes.subarray(0, left));
    if (left >= bytes.length) return;
    this.#pendingCut = undefined;
    client.resetAndDestroy();
  }
}

export async function startLine(t: TestContext, address: string): Promise<PostgresLine> {
  const line = new PostgresLine(new URL(address));
  await line.listen(t);
  return line;
}

/**
 * Sends a PostgreSQL client "N" for a request for encryption, the only message of 8 bytes, and else
 * the error.
 */
function refuse(client: Socket, asked: Buffer, { severity, code, message }: Refusal): void {
  if (asked.length === 8) {
    client.write('N');
    return;
  }
  const fields = Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  client.write(Buffer.concat([head, fields]));
  if (severity === 'FATAL') client.end();
}
