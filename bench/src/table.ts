/** The first column is text, the others are numbers; the first row is the head. */
export type Table = readonly (readonly string[])[];

export function textTable(rows: Table): string {
  const widths = columnWidths(rows);
  const line = (row: readonly string[]) => row.map((cell, column) => padded(cell, widths, column)).join('   ');
  const [head = [], ...body] = rows;
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 3, -3));
  return [line(head), rule, ...body.map(line)].map((text) => `${text.trimEnd()}\n`).join('');
}

export function markdownTable(rows: Table): string {
  const widths = columnWidths(rows);
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => padded(cell, widths, column)).join(' | ')} |\n`;
  const [head = [], ...body] = rows;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head, rule, ...body].map(line).join('');
}

/** About three digits: more would only be noise. */
export function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function columnWidths(rows: Table): number[] {
  const columns = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
}

function padded(cell: string, widths: readonly number[], column: number): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
