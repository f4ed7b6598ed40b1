import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Functions that must run when the benchmark ends, whether it succeeds, fails or is interrupted.
 */
const undoings = new Set<() => void | Promise<void>>();

/** Adds a function that runs when the benchmark ends. Returns a function that removes it again. */
export function onEnd(undo: () => void | Promise<void>): () => void {
  undoings.add(undo);
  return () => undoings.delete(undo);
}

/** Ends all processes and removes all temporary folders, in the reverse order of their creation. */
export async function endAll(): Promise<void> {
  for (const undo of [...undoings].reverse()) {
    undoings.delete(undo);
    await undo();
  }
}

/** Calls `work` with an empty folder, and removes the folder afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = onEnd(remove);
  try {
    return await work(folder);
  } finally {
    remove();
    forget();
  }
}

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Launched = {
  readonly pid: number;
  /** Everything that the program has printed so far. */
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
  readonly kill: () => Promise<void>;
};

type Options = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> };

/** Starts a program, which is killed when the benchmark ends. */
export function launch(
  [program = '', ...args]: readonly string[],
  { cwd, env }: Options = {},
): Launched {
  const child = spawn(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  };
  const forget = onEnd(kill);
  ended.then(forget, forget);
  return { pid: child.pid ?? 0, output, ended, kill };
}

/** Runs a program to its end and returns what it printed; kills it after `timeoutMs`. */
export async function run(
  command: readonly string[],
  options: Options & { timeoutMs?: number } = {},
): Promise<string> {
  const launched = launch(command, options);
  const timer = setTimeout(launched.kill, options.timeoutMs ?? 900_000);
  const { code, stdout, stderr } = await launched.ended.finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}
