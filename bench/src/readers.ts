import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from './servers.ts';

export type Readers = {
  /** Sends requests for some seconds, and returns how many milliseconds each response took. */
  readonly read: (path: (turn: number) => string, seconds: number) => Promise<number[]>;
  readonly close: () => void;
};

type Options = { readonly connections: number; readonly pauseMs: number };

/**
 * Connects clients that stay connected between measurements, so that no measurement includes the
 * time to connect. The clients use bare sockets, which add next to nothing to the measured times.
 */
export async function connectReaders(
  server: RunningServer,
  { connections, pauseMs }: Options,
): Promise<Readers> {
  const { port, host, pathname } = new URL(server.list);
  const sockets = Array.from({ length: connections }, () =>
    connect({ port: Number(port), host: '127.0.0.1' }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const head = `HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${server.key}\r\n\r\n`;
  return {
    read: async (path, seconds) => {
      const millis: number[] = [];
      const endMs = performance.now() + seconds * 1000;
      let turn = 0;
      const reader = async (socket: Socket) => {
        while (performance.now() < endMs) {
          turn += 1;
          const text = `GET ${pathname}${path(turn)} ${head}`;
          const startedMs = performance.now();
          await answered(socket, text);
          millis.push(performance.now() - startedMs);
          await delay(pauseMs);
        }
      };
      await Promise.all(sockets.map(reader));
      return millis;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends a request over a socket. Resolves when the whole response has arrived. */
function answered(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    let missing = Number.POSITIVE_INFINITY;
    const settle = (error?: Error) => {
      socket.off('data', onData).off('error', settle).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onClose = () => settle(new Error('the connection was closed'));
    const onData = (chunk: Buffer) => {
      if (missing === Number.POSITIVE_INFINITY) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 200'))
          return settle(new Error(`a read was answered: ${head.slice(0, 200)}`));
        const length = /^content-length: *(?<bytes>\d+)\r$/im.exec(head)?.groups?.['bytes'];
        if (length === undefined) return settle(new Error('an answer without a length'));
        missing = end + 4 + Number(length) - head.length;
      } else missing -= chunk.length;
      if (missing <= 0) settle();
    };
    socket.on('data', onData).on('error', settle).on('close', onClose);
    socket.write(text);
  });
}
