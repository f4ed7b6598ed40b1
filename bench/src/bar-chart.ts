import { escaped, svg, width } from './svg.ts';

export type Bar = {
  readonly label: string;
  readonly value: number;
  /** Stands behind the bar, in words. */
  readonly text: string;
  /** What another process spends for it, drawn behind the bar in a paler colour. */
  readonly extra: number;
  /** Set off from the others. */
  readonly own: boolean;
};

export type Panel = { readonly title: string; readonly bars: readonly Bar[] };

type Chart = { readonly title: string; readonly description: string; readonly panels: readonly Panel[] };

const labelWidth = 190;
const textWidth = 160;
const barHeight = 20;
const barStep = 28;
const panelHead = 44;

export function barChart({ title, description, panels }: Chart): string {
  const parts: string[] = [];
  let y = 44;
  for (const panel of panels) {
    parts.push(barPanel(panel, y));
    y += panelHead + panel.bars.length * barStep;
  }
  return svg({ title, description, height: y + 12, body: parts.join('') });
}

function barPanel({ title, bars }: Panel, top: number): string {
  const room = width - labelWidth - textWidth;
  const scale = room / Math.max(1, ...bars.map(({ value, extra }) => value + extra));
  const drawn = bars.map((bar, index) => {
    const y = top + 32 + index * barStep;
    const middle = y + barHeight / 2 + 4;
    const kind = bar.own ? 'own' : 'other';
    const length = Math.max(2, bar.value * scale);
    const end = labelWidth + length + bar.extra * scale;
    const extra = bar.extra === 0 ? '' : rectangle(`${kind} pale`, labelWidth + length, y, bar.extra * scale);
    return (
      `<text class="label" x="${labelWidth - 10}" y="${middle}" text-anchor="end">${escaped(bar.label)}</text>` +
      `${rectangle(kind, labelWidth, y, length)}${extra}` +
      `<text class="value" x="${(end + 8).toFixed(1)}" y="${middle}">${escaped(bar.text)}</text>\n`
    );
  });
  return `<text class="head" x="${labelWidth}" y="${top + 18}">${escaped(title)}</text>\n${drawn.join('')}`;
}

function rectangle(kind: string, x: number, y: number, length: number): string {
  return `<rect class="${kind}" x="${x.toFixed(1)}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}"/>`;
}
