import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** `out` is to the server, `in` from it. */
type Way = 'out' | 'in';

export type PostgresLine = {
  readonly url: string;
  /** Where new connections lead. Open ones stay where they are, as with a balancer that does not cut them. */
  port: number;
  /** While set, connections stay open and nothing passes. */
  frozen: boolean;
  /** While set, anything that a client sends is answered with this error, as a proxy without a server would. */
  refusal: Refusal | undefined;
  /** Resets the next connection on which so many bytes have passed this way. */
  readonly cutAfter: (bytes: number, way: Way) => void;
  /** Resets all connections. */
  readonly cut: () => void;
  /** How often a client has waited for the server so far: sent something after the server had spoken. */
  readonly roundTrips: () => number;
  /** How many bytes have passed since `cutAfter` was called. */
  readonly passed: () => Readonly<Record<Way, number>>;
};

type Refusal = { readonly severity: 'ERROR' | 'FATAL'; readonly code: string; readonly message: string };

/** A proxy in front of a PostgreSQL server, which delays, cuts or refuses connections when a test says so. */
export async function startLine(t: TestContext, address: string): Promise<PostgresLine> {
  const url = new URL(address);
  const sockets = new Set<Socket>();
  let passed = { out: 0, in: 0 };
  let roundTrips = 0;
  let pendingCut: { readonly bytes: number; readonly way: Way } | undefined;

  const server = createServer((incoming) => {
    const outgoing = connect(line.port, '127.0.0.1');
    let lastWay: Way = 'in';
    const pass = (way: Way, from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes: Buffer) => {
        if (way === 'out' && lastWay === 'in') roundTrips++;
        lastWay = way;
        if (line.frozen) return;
        if (line.refusal !== undefined) {
          if (way === 'out') refuse(incoming, bytes, line.refusal);
          return;
        }
        const left = pendingCut?.way === way ? pendingCut.bytes - passed[way] : bytes.length;
        passed[way] += bytes.length;
        to.write(bytes.subarray(0, left));
        if (left >= bytes.length) return;
        pendingCut = undefined;
        incoming.resetAndDestroy();
      });
    };
    pass('out', incoming, outgoing);
    pass('in', outgoing, incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: PostgresLine = {
    url: '',
    port: Number(url.port),
    frozen: false,
    refusal: undefined,
    cutAfter: (bytes, way) => {
      pendingCut = { bytes, way };
      passed = { out: 0, in: 0 };
    },
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    roundTrips: () => roundTrips,
    passed: () => passed,
  };
  t.after(() => {
    server.close();
    line.cut();
  });
  url.port = String((server.address() as AddressInfo).port);
  return Object.assign(line, { url: url.href });
}

/** A request for encryption, the only message of 8 bytes, gets the answer that there is none; any other gets the error. */
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
