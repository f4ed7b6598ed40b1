import { peakBytes, residentBytes } from './cpu.ts';
import { Figures, type Options, type Report } from './figures.ts';
import { inTemporaryFolder } from './process.ts';
import { readLists } from './read-lists.ts';
import { pawstockWithDetails, type RunningServer } from './servers.ts';

/**
 * Measures the memory of a process step by step: what it has after the start stays, and each kind of
 * list adds to it when it is first asked for. Each pet has a name and a barcode.
 */
export async function measureMemory({ rounds, sizes }: Options): Promise<Report> {
  const figures = new Figures();
  for (const pets of sizes) {
    const row = `${pets.toLocaleString('en-US')} pets`;
    await inTemporaryFolder(async (folder) => {
      const { start } = await pawstockWithDetails.prepare(folder, pets);
      for (let round = 1; round <= rounds; round++) {
        const server = await start();
        const note = (column: string) => figures.add(row, column, residentBytes(server.pid) / 1e6);
        try {
          note('start');
          await readLists(server, { atLeast: 2, seconds: 0, connections: 1 });
          await readLists(server, { atLeast: 2, seconds: 0, connections: 1, gzip: true });
          note('list');
          await read(server, '/details');
          note('details');
          await read(server, '/report');
          note('report');
          await read(server, '/report');
          note('second report');
          figures.add(row, 'peak', peakBytes(server.pid) / 1e6);
        } finally {
          await server.stop();
        }
      }
    });
  }
  return {
    title: 'The memory of a process',
    table: figures.table(),
    about:
      'Resident memory in MB: after the start, after the list was sent plain and as gzip, after the details, and after two reports on 30 days; and the most at a time. Each pet has a name and a barcode.',
  };
}

/** Reads a response to its end, as fast as it comes. */
async function read({ list, key }: RunningServer, path: string): Promise<void> {
  const response = await fetch(list + path, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok || response.body === null)
    throw new Error(`${path} was answered with ${response.status}`);
  for await (const _ of response.body);
}
