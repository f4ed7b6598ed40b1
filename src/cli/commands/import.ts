import { createReadStream } from 'node:fs';
import { toJson } from '@pawstock/shared/exact-json.ts';
import type { ColumnChoice } from '@pawstock/shared/import/columns.ts';
import {
  compareWithStock,
  type Difference,
  type MatchedFile,
  matchWithStock,
} from '@pawstock/shared/import/differences.ts';
import { type FileKind, fileKinds, reasonOf } from '@pawstock/shared/import/file-kind.ts';
import { type ImportFile, readImportFile } from '@pawstock/shared/import/import-file.ts';
import type { KnownStock } from '@pawstock/shared/import/known-stock.ts';
import { describeProblem, fieldTitle, importFields } from '@pawstock/shared/import/problem.ts';
import { isPetStatus, type PetId, type PetStatus, petStatuses } from '@pawstock/shared/item.ts';
import { type Details, detailFields } from '@pawstock/shared/pet-details.ts';
import { InvalidArgumentError, Option } from 'commander';
import { toImportCommand } from '../../domain/write.ts';
import { limits } from '../../limits.ts';
import { fromEnvironment } from '../../settings.ts';
import { collectDescribedItems } from '../../store/contents.ts';
import type { ImportTotals, QueriedContents } from '../../store/store.ts';
import { messageOf } from '../errors.ts';
import {
  missingFile,
  type StoreOptions,
  storeAddress,
  storeCommand,
  withStore,
} from '../store-command.ts';
import { countArgument } from '../terminal/arguments.ts';
import { print, printJson, printLines, table, withProgressBar } from '../terminal/output.ts';
import { type Cell, changeText, plural, printable } from '../terminal/text.ts';

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

type FaultyFile = Omit<ImportFile, 'rows'>;
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

const listedMax = 20;

function faultLines({ faults }: FaultyFile, name: string): string[] {
  const lines = faults.slice(0, listedMax).map(({ line, problem }) => {
    const place = line === null ? name : `${name}, line ${line}`;
    return printable(`${place}: ${describeProblem(problem)}`);
  });
  const more = faults.length - lines.length;
  return more > 0 ? [...lines, `… and ${plural(more, 'more fault')}.`] : lines;
}

/** Advice on the command-line options that resolve the faults of an import file. */
function adviceLines({ faults, columns, questions, sheets }: FaultyFile): string[] {
  const { unclear } = columns;
  const lines: string[] = [];
  if (unclear.length > 0) {
    const choices = unclear.map((field) => `--column ${field}=NAME`).join(' ');
    lines.push(`Choose the ${unclear.length === 1 ? 'column' : 'columns'} with ${choices}.`);
    if (unclear.includes('petId'))
      lines.push('Without pet IDs, choose a column of codes with --column barcode=NAME.');
    if (sheets.length > 1)
      lines.push(`Or choose another sheet with --sheet: ${sheets.map(printable).join(', ')}.`);
  }
  const [location] = questions.locations;
  if (location !== undefined) lines.push(`Choose one with --location '${printable(location)}'.`);
  const idColumn = columns.names[columns.positions.petId ?? -1];
  const hasOtherIds = faults.some(
    ({ problem }) => problem.code === 'notWhole' && problem.field === 'petId',
  );
  if (idColumn !== undefined && hasOtherIds)
    lines.push(
      `If the column ${printable(idColumn)} has article codes, use --column 'barcode=${printable(idColumn)}'.`,
    );
  const { thousands, statuses, negatives } = questions;
  if (thousands !== undefined) {
    lines.push(
      'Use --thousands , if commas separate thousands in this file, or --thousands . if points do.',
    );
  }
  const status = statuses.find((text) => text !== '') ?? statuses[0];
  if (status !== undefined)
    lines.push(`Say what a status means with --status '${printable(status)}=available'.`);
  if (negatives > 0) lines.push('Read quantities below zero as 0 with --negative-as-zero.');
  const isRowsOnly = faults.every(({ kind }) => kind === 'row');
  if (isRowsOnly) lines.push('Correct the file, or leave these rows out with --skip-bad-rows.');
  return lines;
}

/** Tells how an import file was understood, and which of its rows were left out. */
function noticeLines(file: MatchedFile, name: string): string[] {
  const { columns, rows, faults, sheets, sheet = '', notRead } = file;
  const lines: string[] = [];
  if (faults.length > 0)
    lines.push(...faultLines(file, name), `Left out ${plural(leftOutRows(file), 'row')}.`);
  if (sheets.length > 1) lines.push(`Read the sheet ${printable(sheet)}, one of ${sheets.length}.`);
  if (notRead.length > 0)
    lines.push(printable(`Not read: ${notRead.map(describeProblem).join(', ')}.`));
  if (columns.layout !== undefined) lines.push(`Read as an export of ${columns.layout}.`);
  if (columns.line !== (columns.head[0]?.line ?? null))
    lines.push(`Found the names of the columns on line ${columns.line}.`);
  if (columns.names.length > 0 && rows.length === 0)
    lines.push(`${name} has a header and no rows.`);
  lines.push(...codeLines(file));
  if (file.namesKept > 0)
    lines.push(
      `Left the names of ${plural(file.namesKept, 'pet')} as they are. --update-names changes them to those in the file.`,
    );
  const large = rows.filter(({ petId }) => !isSafe(petId));
  if (large[0] !== undefined)
    lines.push(
      `${plural(large.length, 'pet ID')} beyond 9007199254740991, such as ${large[0].petId}: programs that round large numbers take one for another.`,
    );
  if (columns.ignored.length > 0)
    lines.push(`Ignored columns: ${columns.ignored.map(printable).join(', ')}.`);
  return lines;
}

/** Whether programs that read numbers as JavaScript does read this pet ID exactly. */
function isSafe(petId: PetId): boolean {
  return Number.isSafeInteger(Number(petId));
}

/** Tells by which codes rows were matched, and which of these codes could be mistaken for IDs. */
function codeLines({ columns, codesLikeIds }: MatchedFile): string[] {
  const { names, positions, articleCode } = columns;
  const lines: string[] = [];
  const name = printable(names[positions.barcode ?? -1] ?? '');
  if (positions.petId === undefined && positions.barcode !== undefined) {
    const otherName = printable(names[articleCode ?? -1] ?? '');
    const other = articleCode === undefined ? '' : `, or from ${otherName} where it is empty`;
    lines.push(`Matched rows by barcode, from the column ${name}${other}.`);
  }
  const [example] = codesLikeIds;
  if (example === undefined) return lines;
  const codes = codesLikeIds.length === 1 ? 'code is' : 'codes are';
  const advice =
    positions.barcode === undefined
      ? 'If they are pet IDs, choose the columns with --column.'
      : `If the column ${name} has pet IDs, use --column 'petId=${name}'.`;
  lines.push(
    `${codesLikeIds.length} ${codes} also the ID of another pet, such as ${printable(example)}. ${advice}`,
  );
  return lines;
}

function leftOutRows({ faults }: FaultyFile): number {
  return new Set(faults.map(({ line }) => line)).size;
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
        store.importItems(plan, onProgress),
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

function differenceLines(all: readonly Difference[]): string[] {
  const shown = all.slice(0, listedMax);
  if (shown.length === 0) return [];
  const hidden = all.length - shown.length;
  const changed = detailFields.filter((field) =>
    shown.some(({ details }) => details[field] !== undefined),
  );
  const titles = [
    'PET',
    'QUANTITY',
    'STATUS',
    ...changed.map((field) => fieldTitle(field).toUpperCase()),
  ];
  const rows = shown.map((difference) => differenceCells(difference, changed));
  const more = hidden === 0 ? [] : [`… and ${hidden} more. Use --json to see all.\n`];
  return [...table(titles, rows), ...more];
}

function differenceCells(
  { petId, before, after, details }: Difference,
  changed: readonly (keyof Details)[],
): Cell[] {
  const delta = after.quantity - (before?.quantity ?? 0);
  const sameQuantity = before?.quantity === after.quantity;
  const change = changeText({ before: before?.quantity ?? null, after: after.quantity, delta });
  const sameStatus = before === undefined || before.status === after.status;
  return [
    petId,
    sameQuantity ? String(after.quantity) : change,
    sameStatus ? after.status : `${before.status} → ${after.status}`,
    ...changed.map((field) => {
      const known = [details[field]?.before ?? [], details[field]?.after ?? []].flat();
      return known.map((value) => printable(String(value))).join(' → ');
    }),
  ];
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
    throw new Error(`Cannot read ${path}: ${messageOf(error)}.`);
  }
  return Buffer.concat(chunks);
}
