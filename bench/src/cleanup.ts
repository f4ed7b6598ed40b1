import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What must be undone when the benchmark ends, however it ends; the last thing first. */
const undoings = new Set<() => void | Promise<void>>();

/** Returns a function that takes it back, for what has come to its end by itself. */
export function onEnd(undo: () => void | Promise<void>): () => void {
  undoings.add(undo);
  return () => undoings.delete(undo);
}

async function undoAll(): Promise<void> {
  for (const undo of [...undoings].reverse()) {
    undoings.delete(undo);
    await undo();
  }
}

/** Runs a benchmark from the command line: faults are told in a sentence, and nothing is left behind. */
export async function runBenchmark(benchmark: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      undoAll().finally(() => process.exit(130));
    });
  try {
    await benchmark();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await undoAll();
  }
  // Where the process just came to its end, a hook of the PostgreSQL package would make every exit code 0.
  process.exit();
}

/** `work` gets an empty folder that is gone afterwards. */
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
