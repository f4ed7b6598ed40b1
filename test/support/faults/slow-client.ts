import { openSocket } from '../http/raw-socket.ts';

/** A client that takes its time, and what became of its connection. */
export type SlowClient = {
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
  /** Then a byte of this every second, over and over. */
  readonly trickle?: string;
  /** Reads a byte every second of what arrives, rather than all. */
  readonly readsSlowly?: boolean;
};

export function startSlowClient({ name, port, first, trickle, readsSlowly = false }: Options): SlowClient {
  const startedMs = Date.now();
  let endedMs: number | undefined;
  let sent = 0;
  const { socket, received, closed } = openSocket(port, first, { reading: !readsSlowly });
  const timer = setInterval(() => {
    if (trickle !== undefined) socket.write(trickle[sent++ % trickle.length] as string);
    if (readsSlowly) socket.read(1);
  }, 1_000);
  closed.then(() => {
    clearInterval(timer);
    endedMs = Date.now();
  });
  return {
    name,
    received,
    endedAfterMs: () => (endedMs === undefined ? undefined : endedMs - startedMs),
    leave: () => socket.destroy(),
  };
}
