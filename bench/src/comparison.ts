import type { Phase } from './load.ts';
import type { Sample } from './measure.ts';
import type { ServerKind } from './servers/server.ts';

/** What the rounds come to, for the table and the chart. */

export type Cell =
  | { readonly micros: number; readonly ratio: number | undefined; readonly sentAnyway: boolean }
  | { readonly fault: string };

export type Cells = ReadonlyMap<Phase, Cell>;

export type Row = {
  readonly name: string;
  readonly cells: Cells;
  /** What its database server spent, if it has one. */
  readonly database: Cells | undefined;
};

/** By server and phase, a sample for each round. */
export type Samples = ReadonlyMap<ServerKind, ReadonlyMap<Phase, readonly Sample[]>>;

/** The ratios are to `floor`, as the same run measured it. */
export function compare(samples: Samples, floor: ServerKind): Row[] {
  const floorMicros = (phase: Phase) => {
    const cell = cellOf(samples.get(floor)?.get(phase) ?? []);
    return 'fault' in cell ? undefined : cell.micros;
  };
  return [...samples].map(([kind, byPhase]) => {
    const cells = new Map([...byPhase].map(([phase, rounds]) => [phase, cellOf(rounds, floorMicros(phase))]));
    const hasDatabase = [...byPhase.values()].flat().some((sample) => 'micros' in sample && sample.databaseMicros);
    const database = new Map([...byPhase].map(([phase, rounds]) => [phase, databaseCellOf(rounds)]));
    return { name: kind.name, cells, database: hasDatabase ? database : undefined };
  });
}

/** One bad round spoils the cell: a median of what went well would hide it. */
function cellOf(rounds: readonly Sample[], floorMicros?: number): Cell {
  const measured = rounds.filter((sample) => 'micros' in sample);
  const fault = rounds.find((sample) => 'fault' in sample);
  if (fault !== undefined || measured.length === 0) return { fault: fault?.fault ?? 'not measured' };
  const micros = median(measured.map((sample) => sample.micros));
  const ratio = floorMicros === undefined ? undefined : micros / floorMicros;
  return { micros, ratio, sentAnyway: measured.some((sample) => sample.sentAnyway) };
}

function databaseCellOf(rounds: readonly Sample[]): Cell {
  const measured = rounds.flatMap((sample) => ('micros' in sample ? [sample.databaseMicros ?? 0] : []));
  if (measured.length === 0) return { fault: 'not measured' };
  return { micros: median(measured), ratio: undefined, sentAnyway: false };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
