import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { RunningServer } from './servers/server.ts';

type Options = { readonly atLeast: number; readonly seconds: number; readonly connections: number };

/**
 * Lists that are all read to their end, until there are enough and the time is up; returns how many. wrk would break
 * off what is under way, and of large lists that may be most of them.
 */
export async function readLists(server: RunningServer, options: Options): Promise<number> {
  const { atLeast, seconds, connections } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const endMs = performance.now() + seconds * 1000;
  let begun = 0;
  const reader = async () => {
    while (begun < atLeast || performance.now() < endMs) {
      begun += 1;
      await readList(server, agent);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, reader));
  } finally {
    agent.destroy();
  }
  return begun;
}

async function readList({ list, key }: RunningServer, agent: Agent): Promise<void> {
  const outgoing = request(list, { agent, headers: { authorization: `Bearer ${key}` } }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of incoming) bytes += chunk.length;
  if (incoming.statusCode !== 200) throw new Error(`the list was answered with ${incoming.statusCode}`);
  if (bytes !== Number(incoming.headers['content-length'])) throw new Error('the list was cut off');
}
