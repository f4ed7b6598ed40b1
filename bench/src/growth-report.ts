import type { Floor, Growth } from './growth.ts';
import { type Line, linePlots } from './line-plots.ts';
import { keepAliveConnections } from './load.ts';
import { digits, markdownTable, type Table, textTable } from './table.ts';
import { versions } from './versions.ts';

type Report = { readonly text: string; readonly markdown: string; readonly chart: string };

type Options = { readonly seconds: number; readonly rounds: number };

export function growthReport(growths: readonly Growth[], floors: readonly Floor[], options: Options): Report {
  const table = tableOf(growths);
  const lists = listTable(growths, floors);
  const [cores, ...runtimes] = versions();
  const conditions = [
    `Start-up and rows: from the start of a process, median of ${options.rounds}. Rows are the items read once by`,
    `node:sqlite, with nothing kept. Memory: resident, after 100 lists. CPU time a request: ${options.seconds} s each,`,
    `PATCH and item over ${keepAliveConnections} connections, the list over 4. ${cores}, ${runtimes.join(', ')}.`,
  ].join(' ');
  const aboutLists = [
    'CPU time of the server for a whole list. Bare: node:http with the same bytes ready in one buffer. After a change:',
    'one reader, and one PATCH before every list, its own cost included. Compressed: the same with gzip; whole: the bytes compressed in',
    'one piece by zlib.',
  ].join(' ');
  return {
    text: `\n${textTable(table)}\n${conditions}\n\n${textTable(lists)}\n${aboutLists}\n`,
    markdown: `# What grows with the pets\n\n${markdownTable(table)}\n${conditions}\n\n## The list\n\n${markdownTable(lists)}\n${aboutLists}\n`,
    chart: chartOf(growths),
  };
}

function tableOf(growths: readonly Growth[]): Table {
  const head = [
    ...['pets', 'import', 'start-up', 'rows alone', 'ratio', 'memory', 'one item', 'PATCH'],
    'to the fewest',
  ];
  const body = growths.map((growth) => {
    const [fewest = growth] = growths;
    return [
      growth.pets.toLocaleString('en-US'),
      `${digits(growth.importSeconds)} s`,
      `${digits(growth.readySeconds)} s`,
      `${digits(growth.rowsSeconds)} s`,
      `${(growth.readySeconds / growth.rowsSeconds).toFixed(1)}×`,
      `${digits(growth.residentBytes / 1e6)} MB`,
      `${digits(growth.itemMicros)} µs`,
      `${digits(growth.patchMicros)} µs`,
      `${(growth.patchMicros / fewest.patchMicros).toFixed(2)}×`,
    ];
  });
  return [head, ...body];
}

function listTable(growths: readonly Growth[], floors: readonly Floor[]): Table {
  const head = [
    ...['pets', 'bare', 'list', 'ratio', 'bare, one reader', 'after a change', 'ratio'],
    ...['whole, compressed', 'after a change, compressed', 'ratio'],
  ];
  const body = growths.map((growth) => {
    const floor = floors.find(({ pets }) => pets === growth.pets);
    if (floor === undefined) throw new Error('a size without its floor');
    return [
      growth.pets.toLocaleString('en-US'),
      `${digits(floor.listMicros)} µs`,
      `${digits(growth.listMicros)} µs`,
      `${(growth.listMicros / floor.listMicros).toFixed(2)}×`,
      `${digits(floor.singleMicros)} µs`,
      `${digits(growth.changedListMicros)} µs`,
      `${(growth.changedListMicros / floor.singleMicros).toFixed(2)}×`,
      `${digits(floor.gzipMicros)} µs`,
      `${digits(growth.changedGzipMicros)} µs`,
      `${(growth.changedGzipMicros / floor.gzipMicros).toFixed(3)}×`,
    ];
  });
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
