import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections, so that no client of another test gets it first. */
const ports = { from: 20_000, below: 32_000 };

/** Returns a port for a program that cannot choose one by itself, or has to start again on the same one. */
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
