import { escaped, svg, width } from './svg.ts';
import { digits } from './table.ts';

export type Line = {
  readonly name: string;
  readonly own: boolean;
  readonly points: readonly { readonly x: number; readonly y: number }[];
};

export type Plot = { readonly title: string; readonly unit: string; readonly lines: readonly Line[] };

type PlotChart = { readonly title: string; readonly description: string; readonly plots: readonly Plot[] };

const plotHeight = 190;

/** Plots above each other, both axes logarithmic: what grows with the pets is a slope, and what does not is level. */
export function linePlots({ title, description, plots }: PlotChart): string {
  const body = plots.map((plot, index) => linePlot(plot, 44 + index * (plotHeight + 70))).join('');
  return svg({ title, description, height: 44 + plots.length * (plotHeight + 70), body });
}

function linePlot({ title, unit, lines }: Plot, top: number): string {
  const points = lines.flatMap((line) => line.points);
  const [left, right, high, low] = [80, width - 230, top + 34, top + 34 + plotHeight];
  const xs = decades(points.map(({ x }) => x));
  const ys = decades(points.map(({ y }) => y));
  const xOf = (x: number) => left + ((Math.log10(x) - xs.from) / (xs.to - xs.from)) * (right - left);
  const yOf = (y: number) => low - ((Math.log10(y) - ys.from) / (ys.to - ys.from)) * (low - high);
  const grid = ys.all.map(
    (y) =>
      `<path class="grid" d="M${left},${yOf(y).toFixed(1)}H${right}"/>` +
      `<text class="tick" x="${left - 8}" y="${(yOf(y) + 4).toFixed(1)}" text-anchor="end">${short(y)}</text>`,
  );
  const columns = xs.all.map(
    (x) => `<text class="tick" x="${xOf(x).toFixed(1)}" y="${low + 18}" text-anchor="middle">${short(x)}</text>`,
  );
  const ends = spread(lines.map(({ points }) => yOf(points.at(-1)?.y ?? 1)));
  const drawn = lines.map(({ name, own, points }, index) => {
    const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`);
    const dots = points.map(({ x, y }) => `<circle cx="${xOf(x).toFixed(1)}" cy="${yOf(y).toFixed(1)}" r="3"/>`);
    const kind = own ? 'own' : 'other';
    const label = `${name}, ${digits(points.at(-1)?.y ?? 0)}`;
    return (
      `<g class="line ${kind}"><path d="${path.join('')}"/>${dots.join('')}</g>` +
      `<text class="value" x="${right + 12}" y="${((ends[index] ?? 0) + 4).toFixed(1)}">${escaped(label)}</text>\n`
    );
  });
  const head = `<text class="head" x="${left}" y="${top + 18}">${escaped(title)}, ${escaped(unit)}</text>\n`;
  return head + grid.join('') + columns.join('') + drawn.join('');
}

/** Labels at the ends of lines that come close to each other are moved apart. */
function spread(ends: readonly number[]): number[] {
  const order = ends.map((_, index) => index).toSorted((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0));
  const moved = [...ends];
  let last = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    last = Math.max(ends[index] ?? 0, last + 16);
    moved[index] = last;
  }
  return moved;
}

function decades(values: readonly number[]): { from: number; to: number; all: number[] } {
  const from = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return { from, to, all: Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)) };
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6} million`;
  return value >= 1 ? value.toLocaleString('en-US') : String(Number(value.toPrecision(1)));
}
