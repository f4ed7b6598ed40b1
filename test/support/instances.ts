import type { RunOptions, Server, Shop } from './process.ts';

/** Services on one store, each a process, that may be killed and come back elsewhere. */
export type Instances = {
  /** Where they answer just now; none while one is down. */
  readonly urls: readonly string[];
  readonly servers: readonly Server[];
  /** As a power cut would: nothing is ended in order. */
  readonly kill: (index: number) => Promise<void>;
  /** Starts a killed one again. Resolves with the time until it served. */
  readonly restart: (index: number) => Promise<number>;
};

export async function startInstances(shop: Shop, count: number, options: RunOptions = {}): Promise<Instances> {
  const servers = await Promise.all(Array.from({ length: count }, () => shop.serve([], options)));
  const urls = servers.map(({ url }) => url);
  return {
    urls,
    servers,
    kill: async (index) => {
      const server = servers[index] as Server;
      if (urls.includes(server.url)) urls.splice(urls.indexOf(server.url), 1);
      await server.signal('SIGKILL');
    },
    restart: async (index) => {
      const startedMs = Date.now();
      const server = await shop.serve([], options);
      servers[index] = server;
      urls.push(server.url);
      return Date.now() - startedMs;
    },
  };
}
