import { createReadStream } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import type { PetId } from '../../domain/item.ts';
import type { Details } from '../../domain/pet-details.ts';
import { toImportCommand } from '../../domain/write.ts';
import { type ColumnChoice, importFields } from '../../import/columns.ts';
import { compareWithStock, type Difference } from '../../import/differences.ts';
import { type ImportFile, readImportFile } from '../../import/import-file.ts';
import { limits } from '../../limits.ts';
import { collectDescribedItems } from '../../store/contents.ts';
import type { ImportTotals } from '../../store/store.ts';
import { CommandError } from '../errors.ts';
import { databaseOption, jsonOption, missingFile, type StoreOptions, withStore } from '../store-command.ts';
import { printJson, printJsonRows, printLines, toJson, withProgressBar } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { changeText, plural, printable } from '../terminal/text.ts';

type ImportCommandOptions = StoreOptions & { column: ColumnChoice; dryRun?: true };

export const importCommand = new Command('import')
  .description('Add or replace pets from a CSV, JSON or NDJSON file: all rows or none.')
  .argument('<file>', 'the file, or - for standard input')
  .option(
    '--column <field=column>',
    'the CSV column for petId, quantity, status or name; can be repeated',
    addColumn,
    {},
  )
  .option('--dry-run', 'show what would change, without changing it')
  .option(...databaseOption)
  .option(...jsonOption)
  .action(async (path: string, options: ImportCommandOptions) => {
    const file = readImportFile(await readBytes(path), options.column);
    const name = path === '-' ? 'standard input' : path;
    if (file.faults.length > 0) throw new CommandError(faultLines(file, name));
    const { names, ignored } = file.columns;
    if (names.length > 0 && file.rows.length === 0) process.stderr.write(`${name} has a header and no rows.\n`);
    if (ignored.length > 0) process.stderr.write(`Ignored columns: ${ignored.map(printable).join(', ')}.\n`);
    if (options.dryRun) await showDifferences(file, options);
    else await importRows(file, options);
  });

function addColumn(text: string, choice: ColumnChoice): ColumnChoice {
  const [name = '', ...column] = text.split('=');
  const field = importFields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (field === undefined || column.length === 0) {
    throw new InvalidArgumentError(`Write field=column, where the field is one of ${importFields.join(', ')}.`);
  }
  return { ...choice, [field]: column.join('=') };
}

const shownFaultsMax = 20;

function faultLines({ faults, columns }: ImportFile, name: string): string[] {
  const shown = faults
    .slice(0, shownFaultsMax)
    .map(({ line, message }) => printable(`${name}${line === null ? '' : `, line ${line}`}: ${message}`));
  const choices = columns.unclear.map((field) => `--column ${field}=NAME`);
  const object = choices.length === 1 ? 'column' : 'columns';
  const advice = choices.length === 0 ? [] : [`Choose the ${object} with ${choices.join(' ')}.`];
  const bounds = faults.length > shownFaultsMax ? `, of which the first ${shownFaultsMax} are shown` : '';
  return [...shown, ...advice, `Nothing was imported: ${plural(faults.length, 'fault')} in ${name}${bounds}.`];
}

async function importRows({ rows }: ImportFile, { database, json }: ImportCommandOptions): Promise<void> {
  const totals = await withStore(
    database,
    (store) =>
      withProgressBar('Importing', rows.length, (onProgress) =>
        store.importItems(rows.map(toImportCommand), { atMs: Date.now(), onProgress }),
      ),
    'create',
  );
  if (json) await printJson({ ...totals, dryRun: false });
  else process.stderr.write(`Imported ${plural(rows.length, 'pet')}: ${countsText(totals)}.\n`);
}

function countsText({ added, replaced, unchanged, details }: ImportTotals): string {
  const parts = [`${added} added`, `${replaced} replaced`];
  if (unchanged > 0) parts.push(`${unchanged} unchanged`);
  if (details > 0) parts.push(`details of ${plural(details, 'pet')}`);
  return parts.join(', ');
}

/** Only reads. A store that does not exist yet is not created. */
async function showDifferences({ rows }: ImportFile, { database, json }: ImportCommandOptions): Promise<void> {
  const { items, details } =
    missingFile(database) === undefined
      ? await withStore(database, (store) => store.readAll(collectDescribedItems))
      : { items: [], details: new Map<PetId, Details>() };
  const stock = new Map(items.map((item) => [item.petId, item]));
  const { added, replaced, renamed, unchanged } = compareWithStock(
    rows,
    (petId) => stock.get(petId),
    (petId) => details.get(petId)?.name ?? undefined,
  );
  const differences = [...replaced, ...renamed, ...added];
  const totals = {
    added: added.length,
    replaced: replaced.length,
    unchanged,
    details: differences.filter(({ name }) => name !== undefined).length,
  };
  if (json) {
    const head = `${JSON.stringify({ ...totals, dryRun: true }).slice(0, -1)},"differences":`;
    return printJsonRows(differences.map(differenceJson), head, '}');
  }
  await printLines(differenceLines(differences));
  process.stderr.write(`Would import ${plural(rows.length, 'pet')}: ${countsText(totals)}.\n`);
}

const defaultTerminalRows = 24;
/** The header, the line about what is not shown, the summary and the next prompt. */
const otherLines = 4;

/** As many as fit on a screen. */
function differenceLines(all: readonly Difference[]): string[] {
  const shown = all.slice(0, Math.max(1, (process.stdout.rows || defaultTerminalRows) - otherLines));
  if (shown.length === 0) return [];
  const hidden = all.length - shown.length;
  const name = shown.some((difference) => difference.name !== undefined) ? ['NAME'] : [];
  return [
    ...table(['PET', 'QUANTITY', 'STATUS', ...name], shown.map(differenceCells)),
    ...(hidden === 0 ? [] : [`… and ${hidden} more. Use --json to see all.\n`]),
  ];
}

function differenceCells({ petId, before, after, name }: Difference): string[] {
  const delta = after.quantity - (before?.quantity ?? 0);
  const sameQuantity = before?.quantity === after.quantity;
  const change = changeText({ before: before?.quantity ?? null, after: after.quantity, delta });
  const sameStatus = before === undefined || before.status === after.status;
  return [
    String(petId),
    sameQuantity ? String(after.quantity) : change,
    sameStatus ? after.status : `${before.status} → ${after.status}`,
    name === undefined ? '' : [name.before ?? [], name.after].flat().map(printable).join(' → '),
  ];
}

function differenceJson({ petId, before, after, name }: Difference): string {
  const level = before && { quantity: before.quantity, status: before.status };
  const names = name && { before: name.before ?? null, after: name.after };
  return toJson({ petId, before: level ?? null, after, name: names });
}

const readFaults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
};

async function readBytes(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of path === '-' ? process.stdin : createReadStream(path)) {
      length += chunk.length;
      if (length > limits.importBytesMax) break;
      chunks.push(chunk);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError([`Cannot read ${path}: ${readFaults[`${code}`] ?? code ?? error}.`]);
  }
  if (length <= limits.importBytesMax) return Buffer.concat(chunks);
  const name = path === '-' ? 'Standard input' : path;
  throw new CommandError([`${name} is larger than ${limits.importBytesMax} bytes. Split it and import the parts.`]);
}
