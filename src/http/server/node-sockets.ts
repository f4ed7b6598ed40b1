import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { limits } from '../../limits.ts';
import type { CallerSocket, Door } from './caller-socket.ts';

export async function openDoorOnNode(
  host: string,
  port: number,
  accept: (socket: CallerSocket) => void,
): Promise<Door> {
  // Whoever has sent all of a request may stop sending and still gets its answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
  server.listen({ port, host, backlog: limits.pendingConnectionsMax });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
