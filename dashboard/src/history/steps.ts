import type { LedgerEntry } from '../../../client/inventory-types.ts';

/** A level that was held from `fromMs` on. */
type Step = { readonly fromMs: number; readonly level: number };

export type StepChart = {
  /** An SVG path in a box of 100 by 100, and the same closed down to zero. */
  readonly line: string;
  readonly area: string;
  readonly highest: number;
  readonly lowest: number;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** The quantity over time: it stays until a change, and then jumps. A removed pet counts as none. */
export function stepChart(newestFirst: readonly LedgerEntry[], nowMs: number): StepChart | undefined {
  const steps = stepsOf(newestFirst);
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const levels = steps.map(({ level }) => level);
  const highest = levels.reduce((one, other) => Math.max(one, other));
  const lowest = levels.reduce((one, other) => Math.min(one, other));
  const untilMs = Math.max(nowMs, last.fromMs + 1);
  const x = (ms: number) => round((100 * (ms - first.fromMs)) / (untilMs - first.fromMs));
  const y = (level: number) => round(100 - (100 * level) / Math.max(1, highest));
  const line = `M0 ${y(first.level)}${steps.map(({ fromMs, level }) => `H${x(fromMs)}V${y(level)}`).join('')}H100`;
  return { line, area: `${line}V100H0Z`, highest, lowest, fromMs: first.fromMs, untilMs };
}

/** Oldest first, beginning with what was there before the first change that is known. */
function stepsOf(newestFirst: readonly LedgerEntry[]): Step[] {
  const entries = newestFirst.toReversed();
  const [oldest] = entries;
  if (oldest === undefined) return [];
  const steps = entries.map(({ at, after }) => ({ fromMs: Date.parse(at), level: after ?? 0 }));
  return oldest.before === null ? steps : [{ fromMs: Date.parse(oldest.at), level: oldest.before }, ...steps];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
