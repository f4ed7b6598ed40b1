import type { Growth } from './growth.ts';
import { type Line, linePlots } from './line-plots.ts';
import { keepAliveConnections } from './load.ts';
import { digits, markdownTable, type Table, textTable } from './table.ts';
import { versions } from './versions.ts';

type Report = { readonly text: string; readonly markdown: string; readonly chart: string };

export function growthReport(growths: readonly Growth[], options: { seconds: number; rounds: number }): Report {
  const table = tableOf(growths);
  const [cores, node] = versions();
  const conditions = [
    `Start-up and rows: from the start of a process, median of ${options.rounds}. Rows are the items read once by`,
    `node:sqlite, with nothing kept. Memory: resident, after 20 lists. CPU time a request: ${options.seconds} s each,`,
    `PATCH and item over ${keepAliveConnections} connections, the list over 4. ${cores}, ${node}.`,
  ].join(' ');
  return {
    text: `\n${textTable(table)}\n${conditions}\n`,
    markdown: `# What grows with the pets\n\n${markdownTable(table)}\n${conditions}\n`,
    chart: chartOf(growths),
  };
}

function tableOf(growths: readonly Growth[]): Table {
  const head = ['pets', 'import', 'start-up', 'rows alone', 'ratio', 'memory', 'list', 'one item', 'PATCH'];
  const body = growths.map((growth) => [
    growth.pets.toLocaleString('en-US'),
    `${digits(growth.importSeconds)} s`,
    `${digits(growth.readySeconds)} s`,
    `${digits(growth.rowsSeconds)} s`,
    `${(growth.readySeconds / growth.rowsSeconds).toFixed(1)}×`,
    `${digits(growth.residentBytes / 1e6)} MB`,
    `${digits(growth.listMicros)} µs`,
    `${digits(growth.itemMicros)} µs`,
    `${digits(growth.patchMicros)} µs`,
  ]);
  return [head, ...body];
}

function chartOf(growths: readonly Growth[]): string {
  const line = (name: string, own: boolean, value: (growth: Growth) => number): Line => ({
    name,
    own,
    points: growths.map((growth) => ({ x: growth.pets, y: value(growth) })),
  });
  const plots = [
    {
      title: 'CPU time a request',
      unit: 'µs',
      lines: [
        line('list', true, (growth) => growth.listMicros),
        line('PATCH', true, (growth) => growth.patchMicros),
        line('one item', true, (growth) => growth.itemMicros),
      ],
    },
    {
      title: 'Until ready',
      unit: 'seconds',
      lines: [
        line('start-up', true, (growth) => growth.readySeconds),
        line('reading the rows alone', false, (growth) => growth.rowsSeconds),
      ],
    },
    { title: 'Memory', unit: 'MB', lines: [line('resident', true, (growth) => growth.residentBytes / 1e6)] },
  ];
  const described = plots.map(({ title, unit, lines }) => {
    const values = lines.map(({ name, points }) => `${name} ${points.map(({ y }) => digits(y)).join(', ')}`);
    return `${title} in ${unit}: ${values.join('; ')}.`;
  });
  const sizes = growths.map(({ pets }) => pets.toLocaleString('en-US')).join('; ');
  return linePlots({
    title: 'What grows with the number of pets',
    description: `Both axes are logarithmic. Numbers of pets: ${sizes}. ${described.join(' ')}`,
    plots,
  });
}
