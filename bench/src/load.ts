import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { launch } from './process.ts';
import type { RunningServer } from './servers/server.ts';

/** What wrk sends; see load.lua. */
export type Phase = 'list' | 'unchanged' | 'item' | 'patch' | 'mixed';

export type Load = {
  readonly phase: Phase;
  readonly seconds: number;
  readonly pets: number;
  /** Greater than any quantity that the server was sent before. */
  readonly firstQuantity: number;
  readonly etag?: string;
};

export type LoadResult = {
  readonly requests: number;
  /** How many quantities were sent: each one greater than the one before, whether or not it was answered. */
  readonly sent: number;
  /** By pet, the last quantity that an answer confirmed. */
  readonly acknowledged: ReadonlyMap<number, number>;
};

export const keepAliveConnections = 64;

const script = fileURLToPath(new URL('load.lua', import.meta.url));

/** One thread: a second one would take the core that the server runs on, where there are only two. */
export async function load(server: RunningServer, options: Load): Promise<LoadResult> {
  const { phase, seconds, pets, firstQuantity, etag = '-' } = options;
  const wrk = launch([
    ...[
      'wrk',
      '--threads',
      '1',
      '--connections',
      `${keepAliveConnections}`,
      '--duration',
      `${seconds}s`,
      '--timeout',
      '10s',
    ],
    ...['--script', script, server.list, '--'],
    ...[phase, server.key, etag, `${firstQuantity}`, `${pets}`],
  ]);
  const { code, stdout, stderr } = await wrk.endedWithin((seconds + 60) * 1000);
  const line = /^RESULT (?<json>.*)$/m.exec(stdout)?.groups?.['json'];
  if (code !== 0 || line === undefined) throw new Error(`wrk ended with ${code}: ${stderr}${stdout}`);
  const { requests, faults, wrong, sent, acknowledged } = JSON.parse(line);
  if (faults > 0 || wrong > 0) throw new Error(`${faults} failed requests, ${wrong} wrong answers`);
  if (requests === 0) throw new Error('no answers');
  return { requests, sent, acknowledged: new Map(acknowledged) };
}

/** Told at the start, and not in the middle of the first row. */
export function requireTools(...tools: readonly ('wrk' | 'strace')[]): void {
  if (process.platform !== 'linux') throw new Error('The benchmarks need Linux: they read the CPU time from /proc.');
  for (const tool of tools) {
    if (spawnSync(tool, ['--version']).error !== undefined)
      throw new Error(`${tool} is not installed. Debian and Ubuntu have it: apt-get install ${tool}`);
  }
}
