import { type ChildProcess, spawn } from 'node:child_process';
import { onEnd } from './cleanup.ts';

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Launched = {
  readonly pid: number;
  /** Everything that it has said so far. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves with the exit; rejects where the program is not there. */
  readonly ended: Promise<Ended>;
  /** As `ended`, but it is killed when the time is up. */
  readonly endedWithin: (ms: number) => Promise<Ended>;
  /** Resolves as soon as its standard error has these words; it is killed when the time is up. */
  readonly untilSays: (words: string, ms: number) => Promise<void>;
  /** Everything it works on is thrown away afterwards, so nothing is asked of it first. */
  readonly kill: () => Promise<void>;
};

type Options = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> };

/** A program and its arguments. */
type Command = readonly string[];

/** Starts a program that ends with the benchmark at the latest. */
export function launch([program = '', ...args]: Command, { cwd, env }: Options = {}): Launched {
  const child = spawn(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
  // A caller that awaits it is told; an unhandled rejection must not end the benchmark.
  ended.catch(() => undefined);
  const kill = () => killed(child, ended);
  const forget = onEnd(kill);
  ended.then(forget, forget);
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    endedWithin: async (ms) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), ms);
      return ended.finally(() => clearTimeout(timer));
    },
    untilSays: (words, ms) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => child.kill('SIGKILL'), ms);
        const look = () => {
          if (!output.stderr.includes(words)) return;
          clearTimeout(timer);
          child.stderr.off('data', look);
          resolve();
        };
        child.stderr.on('data', look);
        look();
        ended.then(({ code, stderr }) => reject(new Error(`${program} ended with ${code}: ${stderr}`)), reject);
      }),
    kill,
  };
}

async function killed(child: ChildProcess, ended: Promise<Ended>): Promise<void> {
  child.kill('SIGKILL');
  await ended.catch(() => undefined);
}

/** Runs a program to its end and returns what it printed. */
export async function run(command: Command, options: Options = {}): Promise<string> {
  const { code, stdout, stderr } = await launch(command, options).endedWithin(900_000);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}
