import { readFileSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { readImportFile } from '../import/import-file.ts';
import { limits } from '../limits.ts';
import { CommandError } from './command-error.ts';
import { printJson } from './output.ts';
import { plural } from './plural.ts';
import { progressBar } from './progress.ts';
import { databaseOption, withStore } from './with-store.ts';

export function importCommand(): Command {
  return new Command('import')
    .description('Add or replace pets from CSV (petId,quantity,status), a JSON array or NDJSON: all rows or none.')
    .argument('<file>', 'the file, or - for standard input')
    .option('--dry-run', 'check everything and tell what would happen, but change nothing')
    .option(...databaseOption)
    .option('--json', 'print JSON')
    .action(async (file: string, options: { dryRun?: true; database?: string; json?: true }) => {
      const { commands, faults } = readImportFile(await readText(file));
      if (faults.length > 0)
        throw new CommandError([
          ...faults,
          `Nothing was imported: ${plural(faults.length, 'fault')} in ${nameOf(file)}.`,
        ]);
      const dryRun = options.dryRun ?? false;
      const bar = progressBar('Importing', commands.length);
      const totals = await withStore(options.database, (store) =>
        store.importItems(commands, { atMs: Date.now(), dryRun, onProgress: bar.update }),
      );
      bar.end();
      if (options.json) return printJson({ ...totals, dryRun });
      const { added, replaced } = totals;
      const counts = `${added} added, ${replaced} replaced`;
      process.stderr.write(
        dryRun
          ? `Would import ${plural(commands.length, 'pet')}: ${counts}.\n`
          : `Imported ${plural(commands.length, 'pet')}: ${counts}.\n`,
      );
    });
}

async function readText(file: string): Promise<string> {
  const bytes = file === '-' ? await readStandardInput() : readNamed(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError([`${nameOf(file)} is not UTF-8 text.`]);
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limits.importBytesMax) throw tooLarge('-');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readNamed(file: string): Buffer {
  try {
    if (statSync(file).size > limits.importBytesMax) throw tooLarge(file);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError([`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code ?? error}.`]);
  }
}

function tooLarge(file: string): CommandError {
  return new CommandError([`${nameOf(file)} is larger than ${limits.importBytesMax} bytes. Import it in parts.`]);
}

const nameOf = (file: string) => (file === '-' ? 'standard input' : file);
