import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Connection, type ConnectionOptions } from './connection.ts';
import { disconnect } from './response-writer.ts';

type Certificate = { readonly cert: Buffer; readonly key: Buffer };

type Options = Omit<ConnectionOptions, 'largeBodies'> & {
  readonly host: string;
  readonly port: number;
  /** The certificate for HTTPS; undefined for HTTP. */
  readonly tls?: Certificate | undefined;
  /** Called for every connection that is refused because too many connections are open. */
  readonly onDrop: () => void;
};

export type HttpServer = Awaited<ReturnType<typeof listen>>;

/** Starts an HTTP/1.1 server, which responds to every protocol error: docs/decisions/0010. */
export async function listen(options: Options) {
  const { host, port, limits, tls, onDrop } = options;
  const serverOptions: ServerOptions = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
    maxHeaderSize: limits.requestLineBytesMax + limits.headerBytesMax,
    // Node joins the values of every repeated header. By default, it drops all but the first value
    // of some headers.
    joinDuplicateHeaders: true,
    // The service itself refuses a request without a Host header, because Node's response has no
    // error body.
    requireHostHeader: false,
    noDelay: true,
  };
  const server =
    tls === undefined
      ? createServer(serverOptions)
      : createSecureServer({
          ...serverOptions,
          ...tlsOptions(tls),
          handshakeTimeout: limits.headersTimeoutMs,
        });
  /** All open sockets, including sockets whose TLS handshake is not complete. */
  const sockets = new Set<Socket>();
  const connections = new Map<Socket, Connection>();
  const connectionOptions = { ...options, largeBodies: { bytes: 0 } };
  let accepted = 0;
  server.timeout = limits.socketTimeoutMs;
  server.maxConnections = limits.connectionsMax;
  // By default, Node silently drops headers beyond a certain number. 0 allows any number: their
  // size is limited.
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
  const handle = (req: IncomingMessage, res: ServerResponse) =>
    connections.get(req.socket)?.handle(req, res);
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
  // An error after the start, such as a failure to accept a connection, does not stop the service.
  server.on('error', options.onError);

  return {
    port: portOf(server),
    connections: () => sockets.size,
    /** Uses this TLS certificate for new connections. */
    setTls: (certificate: Certificate) => {
      if (server instanceof SecureServer) server.setSecureContext(tlsOptions(certificate));
    },
    /** Stops accepting connections. Resolves when all open connections have ended. */
    stop: async () => {
      // Closing the listening socket would reset connections that wait to be accepted, and their
      // clients could not know whether a request was handled. So all waiting connections are
      // accepted first.
      for (let turns = 0, before = -1; accepted !== before && turns < limits.backlogMax; turns++) {
        before = accepted;
        await nextTurn();
        await nextTurn();
      }
      const closed = once(server, 'close');
      // Node closes idle connections, except new ones. New ones stay open for a while: a request
      // may be on its way.
      server.close();
      const late = setInterval(() => {
        for (const connection of connections.values()) connection.closeIfIdle();
      }, limits.lateRequestMs);
      await closed;
      clearInterval(late);
    },
    // Node's own closeAllConnections leaves open the connections whose TLS handshake is not
    // complete.
    closeAllConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The port on which a server listens. Node has a text as the address of a pipe alone. */
function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server does not listen on a port');
  return address.port;
}

function tlsOptions({ cert, key }: Certificate) {
  return { cert, key, minVersion: 'TLSv1.2' } as const;
}
