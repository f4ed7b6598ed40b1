import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address in front of several servers, as a virtual address or a failover tool's proxy would be. */
export type Forwarder = {
  readonly port: number;
  /** How many have connected so far. */
  readonly accepted: () => number;
  /** From now on, what connects ends up there; what is connected is cut. Without a port nothing gets through. */
  readonly pointTo: (port: number | undefined) => void;
  readonly close: () => Promise<void>;
};

/** Without a server behind it, it closes what connects: in good order, or not. */
export async function startForwarder(unserved: 'end' | 'reset' = 'reset'): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let target: number | undefined;
  let accepted = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((incoming) => {
    keep(incoming);
    accepted++;
    if (target === undefined) {
      if (unserved === 'end') incoming.end();
      else incoming.resetAndDestroy();
      return;
    }
    const outgoing = connect(target, '127.0.0.1');
    keep(outgoing);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    pointTo: (port) => {
      target = port;
      cutAll();
    },
    close: async () => {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
