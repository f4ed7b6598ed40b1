import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below those for outgoing connections, so that no client of another test takes one first. */
const ports = { from: 20_000, below: 32_000 };

/** Returns a free port for a program that cannot choose one itself, or must restart on the same port. */
export async function freePort(): Promise<number> {
  const port = randomInt(ports.from, ports.below);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
