import { createReadStream } from 'node:fs';
import { toJson } from '@pawstock/shared/exact-json.ts';
import type { ColumnChoice } from '@pawstock/shared/import/columns.ts';
import {
  compareWithStock,
  type MatchedFile,
  matchWithStock,
} from '@pawstock/shared/import/differences.ts';
import { type FileKind, fileKinds, reasonOf } from '@pawstock/shared/import/file-kind.ts';
import { type ImportFile, readImportFile } from '@pawstock/shared/import/import-file.ts';
import type { KnownStock } from '@pawstock/shared/import/known-stock.ts';
import { importFields } from '@pawstock/shared/import/problem.ts';
import { isPetStatus, type PetId, type PetStatus, petStatuses } from '@pawstock/shared/item.ts';
import { InvalidArgumentError, Option } from 'commander';
import { errorMessage } from '../../caught-error.ts';
import { toImportCommand } from '../../domain/write.ts';
import { limits } from '../../limits.ts';
import { fromEnvironment } from '../../settings.ts';
import { collectDescribedItems } from '../../store/contents.ts';
import type { ImportTotals, QueriedContents } from '../../store/store.ts';
import { differenceLines } from '../import/difference-table.ts';
import {
  adviceLines,
  type FaultyFile,
  faultLines,
  leftOutRows,
  noticeLines,
} from '../import/file-messages.ts';
import {
  missingFile,
  type StoreOptions,
  storeAddress,
  storeCommand,
  withStore,
} from '../store-command.ts';
import { countArgument } from '../terminal/arguments.ts';
import { print, printJson, printLines, withProgressBar } from '../terminal/output.ts';
import { plural, printable } from '../terminal/text.ts';

type ImportCommandOptions = StoreOptions & {
  column?: ColumnChoice;
  sheet?: string;
  header?: number;
  thousands?: ',' | '.';
  status?: Readonly<Record<string, PetStatus>>;
  as?: FileKind;
  location?: string;
  updateNames?: true;
  negativeAsZero?: true;
  skipBadRows?: true;
  dryRun?: true;
};

export const importCommand = storeCommand('import')
  .description('Add or replace pets from an Excel, CSV, JSON or NDJSON file: all rows or none.')
  .argument('<file>', 'the file, or - for standard input')
  .addOption(
    new Option(
      '--as <kind>',
      'what the quantities are: the stock as it is (default), a delivery, which is added, or a count',
    ).choices(fileKinds),
  )
  .option('--update-names', 'change the names of pets that have another name in the file')
  .option(
    '--column <field=column>',
    `the column for ${importFields.join(', ')}; can be repeated`,
    addColumn,
  )
  .option(
    '--sheet <sheet>',
    'the sheet of an Excel workbook, by name or number (default: the first visible one)',
  )
  .option('--location <name>', 'the location, if the file of another system has several')
  .option(
    '--header <line>',
    'the line with the names of the columns (default: it is found)',
    countArgument,
  )
  .addOption(new Option('--thousands <separator>', 'what separates thousands').choices([',', '.']))
  .option(
    '--status <text=status>',
    'what another status means, as in active=available; can be repeated',
    addStatus,
  )
  .option('--negative-as-zero', 'read quantities below zero as 0')
  .option('--skip-bad-rows', 'leave out rows that cannot be read, and list them')
  .option('--dry-run', 'show what would change, without changing it')
  .action(async (path: string, options: ImportCommandOptions) => {
    refuseRemoteStore(options.database);
    const { column: columns = {}, header: headerLine, status: statuses = {} } = options;
    const read = await readImportFile(await readBytes(path), {
      ...options,
      columns,
      headerLine,
      statuses,
    });
    const name = path === '-' ? 'standard input' : path;
    refuseFaults(read, name, options);
    const matchAndReport: Match = (stock) => {
      const file = matchWithStock(read, stock, {
        kind: options.as ?? 'stock',
        updatesNames: options.updateNames === true,
      });
      refuseFaults(file, name, options);
      for (const line of noticeLines(file, name)) process.stderr.write(`${line}\n`);
      return file;
    };
    if (options.dryRun) await showDifferences(matchAndReport, options);
    else await importRows(read, matchAndReport, options);
  });

/**
 * Refuses to guess which store is meant: PAWSTOCK_URL names a service, and this command writes to a
 * store.
 */
function refuseRemoteStore(database: string | undefined): void {
  const url = fromEnvironment('PAWSTOCK_URL');
  if (url === undefined) return;
  if (database === undefined && fromEnvironment('DATABASE_URL') === undefined) {
    throw new Error(
      `PAWSTOCK_URL names the service at ${url}, but import writes to a store. Name the store of that service with --database or DATABASE_URL, or import the file in its dashboard.`,
    );
  }
  const address = storeAddress(database);
  const store = address.engine === 'sqlite' ? address.file : 'the PostgreSQL database';
  process.stderr.write(`Importing into ${printable(store)}. PAWSTOCK_URL is not used.\n`);
}

type Match = (stock: KnownStock) => MatchedFile;

const noStock: KnownStock = {
  find: () => undefined,
  details: new Map(),
  highestPetId: null,
};

async function readStock(contents: QueriedContents): Promise<KnownStock> {
  const { items, details } = await collectDescribedItems(contents);
  const byPet = new Map(items.map((item) => [item.petId, item]));
  const find = (petId: PetId) => {
    const item = byPet.get(petId);
    return item && { quantity: item.quantity, status: item.status };
  };
  return { find, details, highestPetId: await contents.highestPetId() };
}

function refuseFaults(file: FaultyFile, name: string, { skipBadRows }: ImportCommandOptions): void {
  if (file.faults.every(({ kind }) => kind === 'row' && skipBadRows)) return;
  const summary = `Nothing was imported: ${plural(file.faults.length, 'fault')} in ${name}.`;
  throw new Error([...faultLines(file, name), ...adviceLines(file), summary].join('\n'));
}

function addColumn(text: string, choice: ColumnChoice = {}): ColumnChoice {
  const [name = '', ...column] = text.split('=');
  const field = importFields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (field === undefined || column.length === 0) {
    throw new InvalidArgumentError(
      `Write field=column, where the field is one of ${importFields.join(', ')}.`,
    );
  }
  return { ...choice, [field]: column.join('=') };
}

function addStatus(
  text: string,
  statuses: ImportCommandOptions['status'] = {},
): ImportCommandOptions['status'] {
  const at = text.lastIndexOf('=');
  const status = text.slice(at + 1).toLowerCase();
  if (at === -1 || !isPetStatus(status)) {
    throw new InvalidArgumentError(
      `Write text=status, where the status is one of ${petStatuses.join(', ')}.`,
    );
  }
  return { ...statuses, [text.slice(0, at)]: status };
}

async function importRows(
  read: ImportFile,
  matchAndReport: Match,
  { database, json, as: kind }: ImportCommandOptions,
): Promise<void> {
  // The whole stock is read only if the file must be compared with it.
  const needsStock =
    kind === 'delivery' || read.rows.some(({ barcode, name }) => barcode !== null || name !== null);
  let leftOut = 0;
  // One transaction reads the stock and stores the rows, so two imports at once never give one ID
  // to two pets.
  const plan = async (contents: QueriedContents) => {
    const file = matchAndReport(needsStock ? await readStock(contents) : noStock);
    leftOut = leftOutRows(file);
    const reason = reasonOf(kind ?? 'stock');
    const commands = file.rows.map((row) => toImportCommand({ ...row, reason }));
    return { commands, freed: file.freed };
  };
  const totals = await withStore(
    database,
    (store) =>
      withProgressBar('Importing', read.rows.length, (onProgress) =>
        store.importItems(plan, onProgress, read.rows.length),
      ),
    'create',
  );
  const { added, replaced, unchanged } = totals;
  if (json) return printJson({ ...totals, leftOut, dryRun: false });
  const count = plural(added + replaced + unchanged, 'pet');
  process.stderr.write(`Imported ${kindText(kind)}${count}: ${countsText(totals)}.\n`);
  if (kind === undefined && replaced > 0)
    process.stderr.write(`Quantities are now as in the file. ${otherKinds}\n`);
}

const otherKinds = '--as delivery adds them to the stock instead, --as count records a count.';

function kindText(kind: FileKind = 'stock'): string {
  return kind === 'stock' ? '' : `a ${kind} of `;
}

function countsText({ added, replaced, unchanged, details }: ImportTotals): string {
  const parts = [`${added} added`, `${replaced} replaced`];
  if (unchanged > 0) parts.push(`${unchanged} unchanged`);
  if (details > 0) parts.push(`details of ${plural(details, 'pet')}`);
  return parts.join(', ');
}

/** Shows what an import would change. This dry run neither creates nor upgrades a store. */
async function showDifferences(
  matchAndReport: Match,
  { database, json, as: kind }: ImportCommandOptions,
): Promise<void> {
  const isMissing = missingFile(database) !== undefined;
  const stock = isMissing
    ? noStock
    : await withStore(database, (store) => store.readAll(readStock));
  const file = matchAndReport(stock);
  const { rows } = file;
  const { added, replaced, described } = compareWithStock(rows, stock);
  const differences = [...replaced, ...described, ...added];
  const totals = {
    added: added.length,
    replaced: replaced.length,
    // A pet counts as unchanged if the import changes only its details.
    unchanged: rows.length - added.length - replaced.length,
    details: differences.filter((difference) => Object.keys(difference.details).length > 0).length,
  };
  if (json) {
    const shown = differences.map(({ petId, before = null, after, details }) => ({
      petId,
      before,
      after,
      ...details,
    }));
    return print(
      `${toJson({ ...totals, leftOut: leftOutRows(file), dryRun: true, differences: shown })}\n`,
    );
  }
  await printLines(differenceLines(differences));
  const count = plural(rows.length, 'pet');
  process.stderr.write(`Would import ${kindText(kind)}${count}: ${countsText(totals)}.\n`);
  if (kind === undefined && replaced.length > 0)
    process.stderr.write(`Quantities would be as in the file. ${otherKinds}\n`);
}

async function readBytes(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of path === '-' ? process.stdin : createReadStream(path)) {
      length += chunk.length;
      if (length > limits.importBytesMax)
        throw new Error(`it has more than ${limits.importBytesMax} bytes. Split it`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Error(`Cannot read ${path}: ${errorMessage(error)}.`);
  }
  return Buffer.concat(chunks);
}
