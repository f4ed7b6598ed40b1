import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../limits.ts';
import type { Respond } from '../exchange.ts';
import { BodyRoom } from './body-room.ts';
import { openDoorOnBun } from './bun-sockets.ts';
import type { CallerSocket } from './caller-socket.ts';
import { Connection } from './connection.ts';
import { connectionsAllowed } from './connections-allowed.ts';
import { tooManyConnections } from './faults.ts';
import { openDoorOnNode } from './node-sockets.ts';

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
  const connections = new Map<CallerSocket, Connection>();
  const allowed = connectionsAllowed();
  const room = new BodyRoom();
  let accepted = 0;
  const allGone = Promise.withResolvers<void>();
  let closing = false;
  const accept = (socket: CallerSocket) => {
    if (connections.size >= allowed.served + allowed.refused) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, { respond, onFault, room });
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      if (closing && connections.size === 0) allGone.resolve();
    });
    accepted++;
    if (connections.size > allowed.served) connection.refuse(tooManyConnections);
  };
  const openDoor = 'bun' in process.versions ? openDoorOnBun : openDoorOnNode;
  const door = await openDoor(host, port, accept);
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
    port: door.port,
    stop: async () => {
      await allTaken();
      door.close();
      closing = true;
      if (connections.size === 0) allGone.resolve();
      finish(limits.lateRequestMs);
      const late = setTimeout(() => finish(0), limits.lateRequestMs);
      await allGone.promise;
      clearTimeout(late);
      clearInterval(clock);
    },
    openConnections: () => connections.size,
    cut: () => {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}
