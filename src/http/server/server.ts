import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
  let accepted = 0;
  // Whoever has sent all of a request may stop sending and still gets its answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (connections.size >= allowed.served + allowed.refused) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, { respond, onFault, room });
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    accepted++;
    if (connections.size > allowed.served) connection.refuse(tooManyConnections);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: limits.pendingConnectionsMax }, resolve);
  });
  const finish = (lateMs: number) => {
    for (const connection of connections.values()) connection.finish(lateMs);
  };
  /**
   * Whatever waits to be accepted or read when a socket is closed is lost, and its caller cannot know whether it was
   * heard. A turn of the event loop reads what is there, on Bun the turn after it, and may accept one connection alone.
   */
  const allTaken = async () => {
    let quietTurns = 0;
    // More cannot have waited. Whoever comes all the time must not keep us.
    for (let turns = 0; quietTurns < 2 && turns < limits.pendingConnectionsMax; turns++) {
      const before = accepted;
      await nextTurn();
      quietTurns = accepted === before ? quietTurns + 1 : 0;
    }
  };
  const clock = setInterval(() => {
    const nowMs = Date.now();
    for (const connection of connections.values()) connection.checkTime(nowMs);
  }, limits.timeoutCheckIntervalMs);
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      await allTaken();
      const closed = new Promise((resolve) => server.close(resolve));
      finish(limits.lateRequestMs);
      const late = setTimeout(() => finish(0), limits.lateRequestMs);
      await closed;
      clearTimeout(late);
      clearInterval(clock);
    },
    openConnections: () => connections.size,
    cut: () => {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}
