import { IncomingMessage, type ServerOptions } from 'node:http';
import { Socket } from 'node:net';

/**
 * Stands for every request that is not handled. Node's parser turns all that one read brings, up to 64 KiB, into requests
 * before any other code runs: 3,600 of the shortest ones, which take half a second for ten connections. This one costs
 * next to nothing. Because it asks for an upgrade, Node neither keeps it nor creates a response, and hands over the
 * socket at the end of the read. Node's assignments to it have no effect.
 */
export const refusedRequest: IncomingMessage = new Proxy(
  Object.assign(new IncomingMessage(new Socket()), {
    upgrade: true,
    complete: true,
    method: 'GET',
    push: () => true,
  }),
  { set: () => true },
);

type MessageClass = NonNullable<ServerOptions['IncomingMessage']>;

/** The class of Node's requests, where `admit` says whether a connection's next one is handled. */
export function createMessageClass(admit: (socket: Socket) => boolean): MessageClass {
  function AdmittedRequest(socket: Socket): IncomingMessage {
    return admit(socket) ? new IncomingMessage(socket) : refusedRequest;
  }
  return AdmittedRequest as unknown as MessageClass;
}
