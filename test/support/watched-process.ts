import type { ChildProcess } from 'node:child_process';
import { patienceMs } from './until.ts';

/** A program that a test has started: what it writes, how it ends, and that it does. */

export type Finished = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Running = {
  /** Waits until what it has written matches. */
  readonly until: (where: 'stdout' | 'stderr', pattern: RegExp) => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => Promise<Finished>;
  /** When it has ended, by itself or not. */
  readonly ended: Promise<Finished>;
};

export type Watched = {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<Finished>;
  /** From now on it must end within two minutes, or it is killed; `false` gives it all the time it wants. */
  readonly mustEnd: (soon: boolean) => void;
};

const hangsAfterMs = 2 * patienceMs;

export function watch(child: ChildProcess, input?: string | Uint8Array): Watched {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  // A command may well end before it has read all that it is sent.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  let hanging: NodeJS.Timeout | undefined;
  const mustEnd = (soon: boolean) => {
    clearTimeout(hanging);
    const over = child.exitCode !== null || child.signalCode !== null;
    if (soon && !over) hanging = setTimeout(() => child.kill('SIGKILL'), hangsAfterMs);
  };
  mustEnd(true);
  const ended = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      mustEnd(false);
      resolve({ code, signal, ...output });
    });
  });
  return { child, output, ended, mustEnd };
}

export function running({ child, output, ended, mustEnd }: Watched): Running {
  mustEnd(true);
  return {
    ended,
    until: (where, pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(output[where])) resolve();
        };
        child[where]?.on('data', look);
        ended.then(() => reject(new Error(`it ended: ${JSON.stringify(output)}`)), reject);
        look();
      }),
    signal: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
