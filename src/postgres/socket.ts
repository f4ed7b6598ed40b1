import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '../limits.ts';

type Place = { readonly host: readonly string[]; readonly port: readonly number[] };

/**
 * Opens the driver's sockets. A proxy that has no server behind it takes a connection and closes it in good order. The
 * driver would then connect again at once, hundreds of times a second, until our deadline; here that is a failure soon.
 */
export function socketOpener(): (place: Place) => Promise<Socket> {
  let closedUnheard = 0;
  return async ({ host: [host], port: [port] }) => {
    if (closedUnheard >= limits.postgresUnheardMax)
      throw Object.assign(new Error('the server closes connections without a word'), { code: 'ECONNRESET' });
    const socket = connect({ host: host ?? '', port: port ?? 0 });
    socket.on('close', () => {
      closedUnheard = socket.bytesRead === 0 ? closedUnheard + 1 : 0;
    });
    await connected(socket);
    // The driver wants to know whose certificate to expect.
    return Object.assign(socket, { host });
  };
}

async function connected(socket: Socket): Promise<void> {
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limits.postgresConnectTimeoutMs) });
  } catch (error) {
    socket.destroy();
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    throw Object.assign(new Error('the server cannot be reached in time'), { code: 'CONNECT_TIMEOUT' });
  }
}
