import type { ServerKind } from './servers.ts';

/** The command-line options that every part of the benchmark gets. */
export type Options = {
  readonly kinds: readonly ServerKind[];
  readonly rounds: number;
  readonly seconds: number;
  /** The stock sizes, in pets, at which the growth of time and memory is measured. */
  readonly sizes: readonly number[];
};

export type Report = { readonly title: string; readonly table: string; readonly about: string };

/** A table of measurements. Each cell holds one value for each round of the benchmark. */
export class Figures {
  readonly #rows = new Map<string, Map<string, number[]>>();

  add(row: string, column: string, value: number): void {
    process.stderr.write(`  ${row}, ${column}: ${digits(value)}\n`);
    const columns = this.#rows.get(row) ?? new Map<string, number[]>();
    columns.set(column, [...(columns.get(column) ?? []), value]);
    this.#rows.set(row, columns);
  }

  median(row: string, column: string): number | undefined {
    const values = this.#rows.get(row)?.get(column);
    return values === undefined ? undefined : percentile(values, 50);
  }

  /** Adds a row to the table: the medians of one row, divided by the medians of another row. */
  addRatios(name: string, row: string, to: string): void {
    for (const column of this.#rows.get(row)?.keys() ?? []) {
      const [value, base] = [this.median(row, column), this.median(to, column)];
      if (value !== undefined && base !== undefined) this.add(name, column, value / base);
    }
  }

  /**
   * The table in Markdown, with medians. If `floor` names a row, each median also shows its ratio
   * to that row.
   */
  table(floor?: string): string {
    const columns = [...new Set([...this.#rows.values()].flatMap((values) => [...values.keys()]))];
    const cell = (row: string, column: string) => {
      const value = this.median(row, column);
      if (value === undefined) return '';
      // A cell also shows its ratio to the row that `floor` names. No ratio is shown in a row of
      // ratios, whose name contains ÷, or in a row that is a part of the row above, whose name
      // begins with ….
      const base = floor === undefined || /÷|^…/.test(row) ? undefined : this.median(floor, column);
      return base === undefined
        ? digits(value)
        : `${digits(value)} (${(value / base).toFixed(1)}×)`;
    };
    const rows = [...this.#rows.keys()].map((row) => [
      row,
      ...columns.map((column) => cell(row, column)),
    ]);
    const head = ['', ...columns];
    const widths = head.map((name, index) =>
      Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
    );
    const padded = (text: string, index: number) =>
      index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0);
    const rule = widths.map((width, index) =>
      index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
    );
    return [head.map(padded), rule, ...rows.map((row) => row.map(padded))]
      .map((row) => `| ${row.join(' | ')} |\n`)
      .join('');
  }
}

/** Rounds a measurement to about three digits, because further digits would be noise. */
export function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  );
}
