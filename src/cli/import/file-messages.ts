import type { MatchedFile } from '@pawstock/shared/import/differences.ts';
import type { ImportFile } from '@pawstock/shared/import/import-file.ts';
import { describeProblem } from '@pawstock/shared/import/problem.ts';
import { plural, printable } from '../terminal/text.ts';

/** An import file, whose rows may not have their pets yet. */
export type FaultyFile = Omit<ImportFile, 'rows'>;

const listedMax = 20;

export function faultLines({ faults }: FaultyFile, name: string): string[] {
  const lines = faults.slice(0, listedMax).map(({ line, problem }) => {
    const place = line === null ? name : `${name}, line ${line}`;
    return printable(`${place}: ${describeProblem(problem)}`);
  });
  const more = faults.length - lines.length;
  return more > 0 ? [...lines, `… and ${plural(more, 'more fault')}.`] : lines;
}

/** Advice on the command-line options that resolve the faults of an import file. */
export function adviceLines({ faults, columns, questions, sheets }: FaultyFile): string[] {
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
export function noticeLines(file: MatchedFile, name: string): string[] {
  const { columns, rows, faults, sheets, sheet = '', notRead, largeIds } = file;
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
  const [large] = largeIds;
  if (large !== undefined)
    lines.push(
      `${plural(largeIds.length, 'pet ID')} beyond 9007199254740991, such as ${large}: programs that round large numbers take one for another.`,
    );
  if (columns.ignored.length > 0)
    lines.push(`Ignored columns: ${columns.ignored.map(printable).join(', ')}.`);
  return lines;
}

/** Tells by which codes rows were matched, and which of these codes could be mistaken for IDs. */
function codeLines({ columns, codesLikeIds }: MatchedFile): string[] {
  const { names, positions, articleCode, layout } = columns;
  const lines: string[] = [];
  const name = printable(names[positions.barcode ?? -1] ?? '');
  if (layout === undefined && positions.petId === undefined && positions.barcode !== undefined) {
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

export function leftOutRows({ faults }: FaultyFile): number {
  return new Set(faults.map(({ line }) => line)).size;
}
