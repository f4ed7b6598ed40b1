import { type ImportColumns, placeName } from '@pawstock/shared/import/columns.ts';
import { compareWithStock, matchWithStock } from '@pawstock/shared/import/differences.ts';
import type { Intent } from '@pawstock/shared/import/file-kind.ts';
import type { ImportFile } from '@pawstock/shared/import/import-file.ts';
import type { KnownStock } from '@pawstock/shared/import/known-stock.ts';
import {
  type ImportProblem,
  type ProblemDetails,
  quoted,
} from '@pawstock/shared/import/problem.ts';
import type { ImportFault } from '@pawstock/shared/import/row.ts';
import type { ImportChoice } from '@pawstock/shared/import/table.ts';
import { t } from '../messages/all.ts';
import { formatPlain } from '../messages/format.ts';
import { hasDetailChange, needsAdmin } from './batches.ts';

/** What the user has said about a file, and about the table in it. */
export type PlanChoice = ImportChoice & Partial<Intent>;

export type ImportedFile = { readonly name: string; readonly bytes: Uint8Array };

export type Plan = ReturnType<typeof planImport>;

/** Compares an imported file with the stock, by the same rules as `pawstock import`. */
export function planImport(
  file: ImportedFile,
  choice: PlanChoice,
  read: ImportFile,
  stock: KnownStock,
) {
  // The names and barcodes that the dashboard has loaded may still include those of a removed pet.
  const details = new Map([...stock.details].filter(([petId]) => stock.find(petId) !== undefined));
  const known = { ...stock, details };
  const {
    rows,
    faults,
    questions,
    freed: _,
    ...table
  } = matchWithStock(read, known, {
    kind: choice.kind ?? 'stock',
    updatesNames: choice.updatesNames ?? false,
  });
  const { added, replaced, described } = compareWithStock(rows, known);
  /** Pets in stock that get another quantity, status or details from the file. */
  const changed = [...replaced, ...described];
  const bad = faults.filter((fault) => fault.kind === 'row');
  return {
    file,
    choice,
    /**
     * Questions about the meaning of values in the file, including those that the user has
     * answered.
     */
    asked: questions,
    /** Whether the user must answer a question before anything can be imported. */
    isUnanswered: questions.thousands !== undefined || questions.locations.length > 0,
    ...table,
    added,
    changed,
    /** How many of the changed pets get other details. */
    described: changed.filter(hasDetailChange).length,
    unchanged: rows.length - added.length - changed.length,
    needAdmin: [...added, ...changed].filter(needsAdmin).length,
    /**
     * Error messages about the imported file, each with the number of the line that has the fault.
     */
    errors: bad.map(faultText),
    badLines: new Set(bad.map(({ line }) => line)).size,
    /**
     * Whether the user has chosen to leave out the lines with errors. Otherwise a file with errors
     * is not imported.
     */
    leavesOut: false,
  };
}

export function faultText({ line, problem }: Exclude<ImportFault, { kind: 'choice' }>): string {
  const text = problemText(problem);
  return line === null
    ? text
    : t('import.problemAtLine', { line: formatPlain(line), problem: text });
}

/** Describes a problem of an imported file in the user's language. */
export function problemText(problem: ImportProblem): string {
  const details: Partial<ProblemDetails> & { readonly code: string } = problem;
  const {
    field = 'petId',
    name = '',
    text = '',
    petId = '',
    line = 0,
    count = 0,
    columns = 0,
    max = 0,
  } = details;
  const { rule = '', written = '', otherwise = '' } = details;
  const values = {
    field: t(`field.${field}`),
    text: quoted(text),
    petId: String(petId),
    line: formatPlain(line),
  };
  return t(`problem.${problem.code}`, {
    ...values,
    name,
    count,
    columns,
    max,
    rule,
    written,
    otherwise,
  });
}

/** The name of a column of the file. A column without a name is called by its number. */
export function columnName({ names }: ImportColumns, name: string): string {
  const at = names.indexOf(name);
  return name === placeName(at) ? t('import.unnamedColumn', { number: at + 1 }) : name;
}
