import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { skipWithout } from '../tool.ts';
import { patienceMs } from '../until.ts';

export const noStrace = skipWithout('strace', '-V');

type Options = {
  /** The names of the traced process's system calls that strace disturbs, separated by commas. */
  readonly calls: string;
  /**
   * How strace disturbs the calls in `calls`, e.g. `error=EIO:when=3`. Each thread counts its calls
   * separately.
   */
  readonly inject: string;
  /**
   * The file in which strace logs the traced system calls, with the paths of the files that the
   * calls use.
   */
  readonly output?: string;
};

/**
 * How long strace may take to end before the test kills it: less time if the traced process is gone
 * already.
 */
const stuckAfterMs = { gone: 500, there: patienceMs };

/**
 * Attaches strace to a running process. Resolves when all threads are traced; new threads are
 * traced as well.
 */
export async function trace(t: TestContext, pid: number, options: Options) {
  const { calls, inject, output = '/dev/null' } = options;
  const rules = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${inject}`];
  const child = spawn('strace', ['-f', '-y', ...rules, '-o', output, '-p', String(pid)]);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  /**
   * Detaches strace, so that the process continues by itself. Also resolves if the process has
   * ended.
   */
  const detach = async (): Promise<void> => {
    child.kill('SIGINT');
    // strace may wait forever for a thread of a killed process. If the process still runs, strace
    // gets time to end.
    const stuck = setTimeout(
      () => child.kill('SIGKILL'),
      stuckAfterMs[isThere(pid) ? 'there' : 'gone'],
    );
    await ended;
    clearTimeout(stuck);
  };
  t.after(detach);
  await attached(child, ended);
  return { detach };
}

/**
 * Whether a process is running. A process that has ended but that its parent has not collected is
 * not running.
 */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export type FileHit = 'database' | 'log' | 'no file of the store';

/**
 * Returns which file a system call used when strace made it fail or killed the process; undefined
 * if neither.
 */
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
