import { once } from 'node:events';

/** Standard output, waiting for a slow pipe; whoever closes the pipe early has seen enough. */
export async function print(text: string): Promise<void> {
  process.stdout.on('error', leaveQuietly);
  try {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  } finally {
    process.stdout.off('error', leaveQuietly);
  }
}

function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, 2)}\n`);
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}
