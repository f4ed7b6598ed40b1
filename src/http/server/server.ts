import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Limits } from '../../limits.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { disconnect } from './response-writer.ts';
import type { TlsMaterial } from './tls.ts';

type Options = Omit<ConnectionOptions, 'largeBodies'> & {
  readonly host: string;
  readonly port: number;
  /** HTTPS if given, else HTTP. */
  readonly tls?: TlsMaterial | undefined;
  /** Told of every connection that was closed because there were too many. */
  readonly onDrop: () => void;
};

export type HttpServer = {
  readonly port: number;
  readonly connections: () => number;
  /** Uses another certificate for the connections to come. */
  readonly setTls: (tls: TlsMaterial) => void;
  /** Accepts no more connections, and resolves when the open ones have ended. */
  readonly stop: () => Promise<void>;
  readonly closeAllConnections: () => void;
};

/** HTTP/1.1 on Node's own server, with a response to every protocol error: docs/decisions/0010. */
export async function listen(options: Options): Promise<HttpServer> {
  const { host, port, limits, tls, onDrop } = options;
  /** Every socket, one within its TLS handshake too. */
  const sockets = new Set<Socket>();
  const connections = new Map<Socket, Connection>();
  const server = createNodeServer(limits, tls);
  const connectionOptions = { ...options, largeBodies: { bytes: 0 } };
  let accepted = 0;
  server.timeout = limits.socketTimeoutMs;
  server.maxConnections = limits.connectionsMax;
  // Unlimited: past a limit Node would answer by itself, without an error body.
  server.maxRequestsPerSocket = 0;
  // Unlimited: their size is limited, and past a count Node would leave some out.
  server.maxHeadersCount = 0;

  server.on('connection', (socket: Socket) => {
    accepted++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections.set(socket, new Connection(socket, connectionOptions));
    socket.once('close', () => connections.delete(socket));
  });
  const handle = (req: IncomingMessage, res: ServerResponse, expectsContinue: boolean) =>
    connections.get(req.socket)?.handle(req, res, expectsContinue);
  server.on('request', (req, res) => handle(req, res, false));
  server.on('checkExpectation', (req, res) => handle(req, res, false));
  server.on('checkContinue', (req, res) => handle(req, res, true));
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined) socket.destroy();
    else connection.clientError(code);
  });
  server.on('timeout', disconnect);
  server.on('drop', onDrop);

  server.listen({ host, port, backlog: limits.backlogMax });
  await once(server, 'listening');
  // A connection that the system cannot accept ends nothing else.
  server.on('error', options.onError);

  const closeIdle = (newMs: number) => {
    for (const connection of connections.values()) connection.closeIfIdle(newMs);
  };

  /**
   * Connections and bytes that wait to be accepted or read when a listening socket is closed are lost, and the client
   * cannot know whether it was served. A turn of the event loop reads what is there, and may accept one connection alone.
   */
  const acceptAll = async () => {
    let quietTurns = 0;
    // More cannot be waiting. Clients that connect all the time must not keep the server from stopping.
    for (let turns = 0; quietTurns < 2 && turns < limits.backlogMax; turns++) {
      const before = accepted;
      await nextTurn();
      quietTurns = accepted === before ? quietTurns + 1 : 0;
    }
  };

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    setTls: (material) => (server as SecureServer).setSecureContext(secureOptions(material)),
    stop: async () => {
      await acceptAll();
      const closed = once(server, 'close');
      server.close();
      closeIdle(limits.lateRequestMs);
      const late = setInterval(() => closeIdle(0), limits.lateRequestMs);
      await closed;
      clearInterval(late);
    },
    // Node's own closeAllConnections leaves out those that are within their TLS handshake.
    closeAllConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function createNodeServer(limits: Limits, tls: TlsMaterial | undefined): Server | SecureServer {
  const options: ServerOptions = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
    maxHeaderSize: limits.requestLineBytesMax + limits.headerBytesMax,
    // A repeated header is one list, never silently its first value.
    joinDuplicateHeaders: true,
    // A missing Host is answered by us, as every other error.
    requireHostHeader: false,
    noDelay: true,
  };
  return tls === undefined
    ? createServer(options)
    : createSecureServer({ ...options, ...secureOptions(tls), handshakeTimeout: limits.headersTimeoutMs });
}

function secureOptions({ cert, key }: TlsMaterial) {
  return { cert, key, minVersion: 'TLSv1.2' } as const;
}
