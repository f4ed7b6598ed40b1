import { type Bar, barChart, type Panel } from './bar-chart.ts';
import type { Cell, Cells, Row } from './comparison.ts';
import { keepAliveConnections, type Phase } from './load.ts';
import { doesNotStart } from './measure.ts';
import type { ServerKind } from './servers/server.ts';
import { digits, markdownTable, type Table, textTable } from './table.ts';
import { versions } from './versions.ts';

/** The comparison in words, as a table and as a chart. */

const headings: Readonly<Record<Phase, string>> = {
  list: 'list of 1,000',
  unchanged: 'list, unchanged',
  item: 'one item',
  patch: 'PATCH',
  mixed: '9 lists : 1 PATCH',
};

export const phases = Object.keys(headings) as Phase[];

type Options = { readonly rounds: number; readonly seconds: number };

type Report = { readonly text: string; readonly markdown: string; readonly chart: string };

export function report(rows: readonly Row[], kinds: readonly ServerKind[], { rounds, seconds }: Options): Report {
  const measure = 'CPU time of the server a request in µs, and how many times that of bare node:http';
  const conditions = [...versions(), `${keepAliveConnections} connections`, `${rounds} × ${seconds} s a cell, median`];
  const marks = marksOf(rows);
  const text = `\n${measure}\n\n${textTable(tableOf(rows, alignedText))}\n${[...marks, conditions.join(', ')].join('\n')}\n`;
  const about = kinds.map((kind) => `- **${kind.name}**: ${kind.about}`);
  const markdown =
    `# What a request costs\n\n${measure}.\n\n${markdownTable(tableOf(rows, plainText))}\n` +
    `${marks.map((mark) => `${mark.replace('*', '\\*')}\n\n`).join('')}${about.join('\n')}\n\nMeasured with: ${conditions.join(', ')}.\n`;
  return { text, markdown, chart: chartOf(rows) };
}

function tableOf(rows: readonly Row[], textOf: (cell: Measured) => string): Table {
  const cellText = (cell: Cell | undefined) => {
    if (cell === undefined) return '';
    if ('micros' in cell) return textOf(cell);
    return cell.fault.startsWith(doesNotStart) ? doesNotStart : 'failed';
  };
  const line = (name: string, cells: Cells) => [name, ...phases.map((phase) => cellText(cells.get(phase)))];
  const body = rows.flatMap(({ name, cells, database }) =>
    database === undefined ? [line(name, cells)] : [line(name, cells), line('… and its database server', database)],
  );
  return [['', ...phases.map((phase) => headings[phase])], ...body];
}

type Measured = Extract<Cell, { readonly micros: number }>;

function alignedText({ micros, ratio, sentAnyway }: Measured): string {
  return `${digits(micros)}${sentAnyway ? '*' : ' '}${ratioText(ratio).padStart(7)}`;
}

function plainText({ micros, ratio, sentAnyway }: Measured): string {
  return `${digits(micros)}${sentAnyway ? '\\*' : ''}${ratio === undefined ? '' : ` (${ratioText(ratio)})`}`;
}

function ratioText(ratio: number | undefined): string {
  return ratio === undefined ? '' : `${ratio.toFixed(1)}×`;
}

function marksOf(rows: readonly Row[]): string[] {
  const cells = rows.flatMap((row) => [...row.cells.values()].map((cell) => ({ row, cell })));
  const star = cells.some(({ cell }) => 'micros' in cell && cell.sentAnyway);
  const faults = cells.flatMap(({ row, cell }) => ('fault' in cell ? [`${row.name}: ${firstLine(cell.fault)}`] : []));
  return [...(star ? ['* Has no ETag and sends the whole list again.'] : []), ...new Set(faults)];
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function chartOf(rows: readonly Row[]): string {
  const panel = (title: string, phase: Phase): Panel => ({
    title,
    bars: rows.flatMap(({ name, cells, database }): Bar[] => {
      const cell = cells.get(phase);
      if (cell === undefined || 'fault' in cell) return [];
      const ratio = cell.ratio === undefined ? '' : ` (${ratioText(cell.ratio)})`;
      const beside = database?.get(phase);
      const extra = beside === undefined || 'fault' in beside ? 0 : beside.micros;
      const text = `${digits(cell.micros)}${ratio}${extra === 0 ? '' : ` + ${digits(extra)} database`}`;
      return [{ label: name, value: cell.micros, extra, text, own: name.startsWith('Pawstock') }];
    }),
  });
  const panels = [panel('GET the list of 1,000 pets', 'list'), panel('PATCH one quantity', 'patch')];
  const described = panels.map(({ title, bars }) => {
    const values = bars.map(({ label, text }) => `${label} ${text}`);
    return `${title}: ${values.join('; ')}.`;
  });
  return barChart({
    title: 'CPU microseconds a request, and how many times bare node:http',
    description: `Horizontal bars, shorter is better, with the ratio to bare node:http. ${described.join(' ')}`,
    panels,
  });
}
