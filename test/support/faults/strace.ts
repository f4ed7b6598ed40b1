import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { skipWithout } from '../tool.ts';
import { patienceMs } from '../until.ts';

export const noStrace = skipWithout('strace', '-V');

type Options = {
  /** System calls, with commas. */
  readonly calls: string;
  /** What is done to them, e.g. `error=EIO:when=3`. Every thread counts for itself. */
  readonly inject: string;
  /** Where the calls are written down, with the files that they are on. */
  readonly output?: string;
};

/** How long strace may take to end, for a traced process that is gone and for one that is there. */
const stuckAfterMs = { gone: 500, there: patienceMs };

/** Attaches to a running process and resolves when every thread of it, and every later one, is followed. */
export async function trace(t: TestContext, pid: number, options: Options) {
  const { calls, inject, output = '/dev/null' } = options;
  const rules = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${inject}`];
  const child = spawn('strace', ['-f', '-y', ...rules, '-o', output, '-p', String(pid)]);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  /** Lets the process go on by itself. Resolves, too, when it has ended. */
  const detach = async (): Promise<void> => {
    child.kill('SIGINT');
    // It may wait for a thread of a killed process that the system no longer tells it of. Otherwise it is given its
    // time: what it has not written down yet would be lost.
    const stuck = setTimeout(() => child.kill('SIGKILL'), stuckAfterMs[isThere(pid) ? 'there' : 'gone']);
    await ended;
    clearTimeout(stuck);
  };
  t.after(detach);
  await attached(child, ended);
  return { detach };
}

/** A process that has ended and not been waited for counts as gone. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export type FileHit = 'database' | 'log' | 'no file of the store';

/** The file of the call that strace failed or killed, read from its output; undefined if there was no such call. */
export function fileHit(store: string, output: string): FileHit | undefined {
  const text = readFileSync(output, 'utf8');
  const hit = text.search(/INJECTED|killed by/);
  if (hit < 0) return undefined;
  const file = [...text.slice(0, hit).matchAll(/\(\d+<(?<file>[^>]*)>/g)].at(-1)?.groups?.['file'];
  if (file === store) return 'database';
  return file === `${store}-wal` ? 'log' : 'no file of the store';
}

async function attached(child: ChildProcess, ended: Promise<void>): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('attached')) resolve();
    });
    child.once('error', reject);
    ended.then(() => reject(new Error(`strace ended: ${said}`)), reject);
  });
}
