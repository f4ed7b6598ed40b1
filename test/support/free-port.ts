import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below those for outgoing connections, so that no client of another test takes one first.
 */
const ports = { from: 20_000, below: 32_000 };

/** The next port to try. The first one is random, because other processes use the same range. */
let next = randomInt(ports.from, ports.below);

/**
 * Returns a free port, never the same one twice, for a program that cannot choose one itself or
 * must restart on it.
 */
export async function freePort(): Promise<number> {
  const port = next++;
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
