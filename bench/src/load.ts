import { fileURLToPath } from 'node:url';
import { run } from './process.ts';
import type { RunningServer } from './servers.ts';

/** The kinds of requests that the load generator wrk can send. load.lua makes the requests. */
export type Phase = 'list' | 'unchanged' | 'item' | 'patch' | 'mixed';

export type Load = {
  readonly phase: Phase;
  readonly seconds: number;
  readonly pets: number;
  /**
   * The first quantity that a PATCH sends. No earlier PATCH may have sent it: SQLite does not write
   * unchanged rows.
   */
  readonly firstQuantity: number;
  readonly etag?: string;
};

export type LoadResult = {
  readonly requests: number;
  /** How many PATCHes were sent, whether or not the server responded to them. */
  readonly sent: number;
  /** The last quantity of each pet that a response confirmed, by petId. */
  readonly acknowledged: ReadonlyMap<number, number>;
};

export const keepAliveConnections = 64;

const script = fileURLToPath(new URL('load.lua', import.meta.url));

/**
 * Runs the load generator wrk with one thread. On two cores, a second thread would compete with the
 * server.
 */
export async function load(server: RunningServer, options: Load): Promise<LoadResult> {
  const { phase, seconds, pets, firstQuantity, etag = '-' } = options;
  const stdout = await run(
    [
      ...[
        'wrk',
        '--threads',
        '1',
        '--connections',
        `${keepAliveConnections}`,
        '--duration',
        `${seconds}s`,
      ],
      ...['--timeout', '10s', '--script', script, server.list, '--'],
      ...[phase, server.key, etag, `${firstQuantity}`, `${pets}`],
    ],
    { timeoutMs: (seconds + 60) * 1000 },
  );
  const line = /^RESULT (?<json>.*)$/m.exec(stdout)?.groups?.['json'];
  if (line === undefined) throw new Error(`wrk printed no result: ${stdout}`);
  const { requests, faults, wrong, sent, acknowledged } = JSON.parse(line);
  if (faults > 0 || wrong > 0) throw new Error(`${faults} failed requests, ${wrong} wrong answers`);
  if (requests === 0) throw new Error('no answers');
  return { requests, sent, acknowledged: new Map(acknowledged) };
}
