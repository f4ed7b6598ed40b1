import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';

/** A quantity, and the time since when the pet had it. */
type Step = { readonly fromMs: number; readonly level: number };

type StepChart = NonNullable<ReturnType<typeof stepChart>>;

/**
 * Draws a pet's quantity over time as steps: SVG paths in a box of 100 by 100. A removed pet counts
 * as 0.
 */
export function stepChart(newestFirst: readonly LedgerEntry[], nowMs: number) {
  const [newest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  const fromMs = oldest.at.getTime();
  const steps = newestFirst
    .map(({ at, after }): Step => ({ fromMs: at.getTime(), level: after ?? 0 }))
    .reverse();
  /** The quantity before the oldest known change. */
  const start = oldest.before ?? oldest.after ?? 0;
  const levels = [start, ...steps.map(({ level }) => level)];
  const highest = levels.reduce((a, b) => Math.max(a, b));
  const lowest = levels.reduce((a, b) => Math.min(a, b));
  // The top of the scale is even, so that the middle of the scale is a whole number, too.
  const top = Math.max(2, highest + (highest % 2));
  const untilMs = Math.max(nowMs, newest.at.getTime() + 1);
  const round = (value: number) => Math.round(value * 100) / 100;
  const x = (ms: number) => round((100 * (ms - fromMs)) / (untilMs - fromMs));
  const y = (level: number) => round(100 - (100 * level) / top);
  const line = `M0 ${y(start)}${steps.map((step) => `H${x(step.fromMs)}V${y(step.level)}`).join('')}H100`;
  return { steps, line, area: `${line}V100H0Z`, highest, lowest, top, fromMs, untilMs };
}

/** The quantity at a position of the chart, from 0 at the left to 1 at the right. */
export function stepAt({ steps, fromMs, untilMs }: StepChart, place: number): Step | undefined {
  const atMs = fromMs + place * (untilMs - fromMs);
  return steps.findLast((step) => step.fromMs <= atMs) ?? steps[0];
}
