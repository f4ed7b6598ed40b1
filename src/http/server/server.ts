import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Connection, type ConnectionOptions } from './connection.ts';
import { disconnect } from './response-writer.ts';

type Certificate = { readonly cert: Buffer; readonly key: Buffer };

type Options = Omit<ConnectionOptions, 'largeBodies'> & {
  readonly host: string;
  readonly port: number;
  /** The certificate for HTTPS; undefined for HTTP. */
  readonly tls?: Certificate | undefined;
  /** Called for every connection that was refused because too many were open. */
  readonly onDrop: () => void;
};

export type HttpServer = Awaited<ReturnType<typeof listen>>;

/** Serves HTTP/1.1 with Node's own server, and responds to every protocol error: docs/decisions/0010. */
export async function listen(options: Options) {
  const { host, port, limits, tls, onDrop } = options;
  const serverOptions: ServerOptions = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
    maxHeaderSize: limits.requestLineBytesMax + limits.headerBytesMax,
    // Node joins the values of a repeated header, instead of silently keeping the first one.
    joinDuplicateHeaders: true,
    // The service refuses a missing Host header itself, because Node's own response has no error body.
    requireHostHeader: false,
    noDelay: true,
  };
  const server =
    tls === undefined
      ? createServer(serverOptions)
      : createSecureServer({ ...serverOptions, ...tlsOptions(tls), handshakeTimeout: limits.headersTimeoutMs });
  /** All open sockets, including those in their TLS handshake. */
  const sockets = new Set<Socket>();
  const connections = new Map<Socket, Connection>();
  const connectionOptions = { ...options, largeBodies: { bytes: 0 } };
  let accepted = 0;
  server.timeout = limits.socketTimeoutMs;
  server.maxConnections = limits.connectionsMax;
  // 0 means any number of headers: their size is limited instead. Past a number, Node would silently drop headers.
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
  const handle = (req: IncomingMessage, res: ServerResponse) => connections.get(req.socket)?.handle(req, res);
  server.on('request', handle);
  server.on('checkExpectation', handle);
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined) socket.destroy();
    else connection.clientError(code);
  });
  server.on('timeout', disconnect);
  server.on('drop', onDrop);

  server.listen({ host, port, backlog: limits.backlogMax });
  await once(server, 'listening');
  // A later error of the server, such as a connection that cannot be accepted, does not stop the service.
  server.on('error', options.onError);

  const closeIdle = (isNewSpared: boolean) => {
    for (const connection of connections.values()) connection.closeIfIdle(isNewSpared);
  };

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    /** Uses another TLS certificate for new connections. */
    setTls: (certificate: Certificate) => (server as SecureServer).setSecureContext(tlsOptions(certificate)),
    /** Accepts no more connections, and resolves when the open connections have ended. */
    stop: async () => {
      // Closing the listening socket loses connections that wait to be accepted, and their clients cannot know whether
      // they were served. So they are accepted first; a turn of the event loop may accept only one of them.
      for (let turns = 0, before = -1; accepted !== before && turns < limits.backlogMax; turns++) {
        before = accepted;
        await nextTurn();
        await nextTurn();
      }
      const closed = once(server, 'close');
      server.close();
      closeIdle(true);
      const late = setInterval(closeIdle, limits.lateRequestMs, false);
      await closed;
      clearInterval(late);
    },
    // Node's own closeAllConnections leaves out connections that are in their TLS handshake.
    closeAllConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function tlsOptions({ cert, key }: Certificate) {
  return { cert, key, minVersion: 'TLSv1.2' } as const;
}
