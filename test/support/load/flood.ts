import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

type Options = {
  readonly port: number;
  readonly connections: number;
  /** Sent over and over, without waiting for responses. */
  readonly bytes: string;
};

export type Flood = {
  /** Resolves when every connection has sent what the service takes at once. */
  readonly sending: Promise<unknown>;
  /** Ends it, and resolves with how many connections were made. */
  readonly stop: () => Promise<number>;
};

/**
 * Connections that send the same bytes as fast as they are taken, and come back when they are closed. In a thread of its
 * own, so that it does not slow down the clients whose latencies are measured.
 */
export function startFlood(options: Options): Flood {
  const worker = new Worker(new URL(import.meta.url), { workerData: { flood: options } });
  // A test that fails does not wait for it.
  worker.unref();
  return {
    sending: once(worker, 'message'),
    stop: async () => {
      worker.postMessage('stop');
      const [made] = (await once(worker, 'message')) as [number];
      return made;
    },
  };
}

function flood({ port, connections, bytes }: Options): void {
  const block = Buffer.from(bytes.repeat(Math.ceil((256 * 1024) / bytes.length)));
  const open = new Set<Socket>();
  let made = 0;
  let connected = 0;
  let stopped = false;
  const start = () => {
    if (stopped) return;
    made++;
    const socket = connect(port, '127.0.0.1');
    open.add(socket);
    const send = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('connect', () => {
      send();
      if (++connected === connections) parentPort?.postMessage('sending');
    });
    socket.on('drain', send);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      open.delete(socket);
      setImmediate(start);
    });
  };
  for (let count = 0; count < connections; count++) start();
  parentPort?.once('message', () => {
    stopped = true;
    for (const socket of open) socket.destroy();
    parentPort?.postMessage(made);
  });
}

const given = workerData as { readonly flood?: Options } | null;
if (given?.flood !== undefined) flood(given.flood);
