import { type AddressInfo, createServer, type Socket } from 'node:net';
import { limits } from '../../limits.ts';
import type { Respond } from '../exchange.ts';
import { BodyRoom } from './body-room.ts';
import { Connection } from './connection.ts';
import { connectionsAllowed } from './connections-allowed.ts';
import { tooManyConnections } from './faults.ts';

export type Listening = {
  readonly port: number;
  /** Takes no more connections and resolves when those there are have ended. */
  readonly stop: () => Promise<void>;
  readonly cut: () => void;
  readonly openConnections: () => number;
};

type Options = {
  readonly host: string;
  readonly port: number;
  /** Told what should never happen: a request that could not be answered at all. */
  readonly onFault: (fault: unknown) => void;
};

/** HTTP/1.1 on a listening socket. Whatever is wrong before a request reaches `respond` is answered here, as an `Error`. */
export async function listen(respond: Respond, { host, port, onFault }: Options): Promise<Listening> {
  const connections = new Map<Socket, Connection>();
  const allowed = connectionsAllowed();
  const room = new BodyRoom();
  let stopping = false;
  // Whoever has sent all of a request may stop sending and still gets its answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (connections.size >= allowed.served + allowed.refused) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, { respond, onFault, room });
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    if (connections.size > allowed.served) connection.refuse(tooManyConnections);
    else if (stopping) connection.finish();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: limits.pendingConnectionsMax }, resolve);
  });
  const clock = setInterval(() => {
    const nowMs = Date.now();
    for (const connection of connections.values()) connection.checkTime(nowMs);
  }, limits.timeoutCheckIntervalMs);
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of connections.values()) connection.finish();
      await closed;
      clearInterval(clock);
    },
    openConnections: () => connections.size,
    cut: () => {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}
