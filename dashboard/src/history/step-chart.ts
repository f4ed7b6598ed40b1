import type { LedgerEntry } from '../../../client/inventory-types.ts';

/** A quantity, and the time from which it held. */
type Step = { readonly fromMs: number; readonly level: number };

type StepChart = NonNullable<ReturnType<typeof stepChart>>;

/** Draws the quantity over time as steps, with SVG paths in a box of 100 by 100. A removed pet counts as 0. */
export function stepChart(newestFirst: readonly LedgerEntry[], nowMs: number) {
  const steps = stepsOf(newestFirst);
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const levels = steps.map(({ level }) => level);
  const highest = levels.reduce((a, b) => Math.max(a, b));
  const lowest = levels.reduce((a, b) => Math.min(a, b));
  // The top of the scale is even, so that the middle of the scale is a whole number, too.
  const top = Math.max(2, highest + (highest % 2));
  const untilMs = Math.max(nowMs, last.fromMs + 1);
  const round = (value: number) => Math.round(value * 100) / 100;
  const x = (ms: number) => round((100 * (ms - first.fromMs)) / (untilMs - first.fromMs));
  const y = (level: number) => round(100 - (100 * level) / top);
  const line = `M0 ${y(first.level)}${steps.map(({ fromMs, level }) => `H${x(fromMs)}V${y(level)}`).join('')}H100`;
  return { steps, line, area: `${line}V100H0Z`, highest, lowest, top, fromMs: first.fromMs, untilMs };
}

/** The step that holds at a place of the chart, from 0 at its left to 1 at its right. */
export function stepAt({ steps, fromMs, untilMs }: StepChart, place: number): Step | undefined {
  const atMs = fromMs + place * (untilMs - fromMs);
  return steps.findLast((step) => step.fromMs <= atMs) ?? steps[0];
}

/** The steps, oldest first, starting with the quantity before the oldest known change. */
function stepsOf(newestFirst: readonly LedgerEntry[]): Step[] {
  const entries = newestFirst.toReversed();
  const [oldest] = entries;
  if (oldest === undefined) return [];
  const steps = entries.map(({ at, after }) => ({ fromMs: at.getTime(), level: after ?? 0 }));
  return oldest.before === null ? steps : [{ fromMs: oldest.at.getTime(), level: oldest.before }, ...steps];
}
