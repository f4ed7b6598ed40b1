import { clip, columnsOf } from './terminal-text.ts';

export type Column = {
  readonly title: string;
  /** For numbers, so that their digits stand below each other. */
  readonly right?: true;
  /** How wide it is at least. */
  readonly least?: number;
};

type Row = readonly string[];

const gap = '  ';

/** Columns as wide as their widest cell. No line is wider than the terminal. */
export function table(columns: readonly Column[], rows: readonly Row[], width: number | undefined): string[] {
  const widths = columns.map(({ title, least = 0 }, index) =>
    rows.reduce((most, row) => Math.max(most, columnsOf(row[index] ?? '')), Math.max(columnsOf(title), least)),
  );
  const line = lineOf(columns, widths, width);
  return [columns.map(({ title }) => title), ...rows].map(line);
}

/** For rows that come one by one: columns as wide as they are at least, and a row with more pushes the rest along. */
export function streamedTable(
  columns: readonly Column[],
  width: number | undefined,
): { head: string; row: (row: Row) => string } {
  const widths = columns.map(({ title, least = 0 }) => Math.max(columnsOf(title), least));
  const row = lineOf(columns, widths, width);
  return { head: row(columns.map(({ title }) => title)), row };
}

function lineOf(columns: readonly Column[], widths: readonly number[], width = Number.POSITIVE_INFINITY) {
  return (row: Row): string => {
    const cells = row.map((cell, index) => {
      const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - columnsOf(cell)));
      return columns[index]?.right ? space + cell : cell + space;
    });
    return `${clip(cells.join(gap).trimEnd(), width)}\n`;
  };
}
