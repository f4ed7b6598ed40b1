import { connect, type Socket } from 'node:net';

/** A connection whose caller takes its time, and what became of it. */
export type SlowCaller = {
  readonly name: string;
  readonly received: () => string;
  /** Milliseconds from its beginning to its end; undefined while it lasts. */
  readonly endedAfterMs: () => number | undefined;
  readonly leave: () => void;
};

type Options = {
  readonly name: string;
  readonly port: number;
  /** Sent at once. */
  readonly first: string;
  /** Then a byte of this a second, over and over. */
  readonly trickle?: string;
  /** Reads a byte a second of what comes, rather than all. */
  readonly readsSlowly?: boolean;
};

export function slowCaller({ name, port, first, trickle, readsSlowly = false }: Options): SlowCaller {
  const startedMs = Date.now();
  let endedMs: number | undefined;
  let received = '';
  let sent = 0;
  // What is not read stays with the system, and soon with the service.
  const socket = connect(port, '127.0.0.1', () => socket.write(first));
  if (!readsSlowly) socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  const timer = setInterval(() => {
    if (trickle !== undefined) socket.write(trickle[sent++ % trickle.length] as string);
    if (readsSlowly) received += readByte(socket);
  }, 1_000);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    endedMs = Date.now();
  });
  return {
    name,
    received: () => received,
    endedAfterMs: () => (endedMs === undefined ? undefined : endedMs - startedMs),
    leave: () => socket.destroy(),
  };
}

function readByte(socket: Socket): string {
  const byte: Buffer | null = socket.read(1);
  return byte?.toString('latin1') ?? '';
}
