import { once } from 'node:events';

/** Ends quietly when the reader closes the pipe, as in `pawstock export | head`. */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** Writes to standard output and waits for a slow reader. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const linesPerWrite = 1_000;

export async function printLines(lines: readonly string[]): Promise<void> {
  for (let start = 0; start < lines.length; start += linesPerWrite) {
    await print(lines.slice(start, start + linesPerWrite).join(''));
  }
}

export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, 2)}\n`);
}

/** A JSON array with each row, already JSON, on a line of its own. */
export function printJsonRows(rows: readonly string[]): Promise<void> {
  const last = rows.length - 1;
  return printLines(['[\n', ...rows.map((row, index) => (index === last ? `${row}\n` : `${row},\n`)), ']\n']);
}

/** A line for pipes: the cells, separated by tabs. */
export function tabSeparated(cells: readonly (string | number | bigint | null)[]): string {
  return `${cells.map((cell) => cell ?? '').join('\t')}\n`;
}

/** "1 pet", "2 pets". `many` is the plural where it is not formed with an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const barWidth = 30;
const redrawMs = 100;

/** A progress bar on standard error. Where that is not a terminal, it draws nothing. */
export function progressBar(label: string, total: number): { update: (done: number) => void; end: () => void } {
  if (!process.stderr.isTTY) return { update: () => undefined, end: () => undefined };
  let drawnAtMs = 0;
  const draw = (done: number) => {
    const share = total === 0 ? 1 : done / total;
    const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░');
    process.stderr.write(`\r${label} ${bar} ${Math.floor(share * 100)} % (${done} of ${total})`);
  };
  return {
    update: (done) => {
      if (Date.now() - drawnAtMs < redrawMs && done < total) return;
      drawnAtMs = Date.now();
      draw(done);
    },
    end: () => process.stderr.write('\r\x1b[K'),
  };
}
