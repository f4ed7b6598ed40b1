import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { RunningServer } from './servers.ts';

type Options = {
  readonly atLeast: number;
  readonly seconds: number;
  readonly connections: number;
  readonly gzip?: boolean;
  /** A function that is called before each request for the list of pets. */
  readonly before?: () => Promise<void>;
};

/**
 * Requests the list of pets again and again, and reads every response to its end. Returns the
 * number of responses. The load generator wrk would cut off unfinished responses at its end, which
 * may be most responses if the list is long.
 */
export async function readLists(server: RunningServer, options: Options): Promise<number> {
  const { atLeast, seconds, connections, gzip = false, before } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const endMs = performance.now() + seconds * 1000;
  let begun = 0;
  const reader = async () => {
    while (begun < atLeast || performance.now() < endMs) {
      begun += 1;
      await before?.();
      await readList(server, agent, gzip);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, reader));
  } finally {
    agent.destroy();
  }
  return begun;
}

async function readList({ list, key }: RunningServer, agent: Agent, gzip: boolean): Promise<void> {
  const accept = gzip ? { 'accept-encoding': 'gzip' } : {};
  const outgoing = request(list, {
    agent,
    headers: { authorization: `Bearer ${key}`, ...accept },
  }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of incoming) bytes += chunk.length;
  if (incoming.statusCode !== 200)
    throw new Error(`the list was answered with ${incoming.statusCode}`);
  if (gzip !== (incoming.headers['content-encoding'] === 'gzip'))
    throw new Error('not in the encoding asked for');
  const { 'content-length': announced = String(bytes) } = incoming.headers;
  if (!incoming.complete || bytes !== Number(announced)) throw new Error('the list was cut off');
}
