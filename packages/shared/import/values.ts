import { exactInteger } from '../exact-json.ts';
import { asPetId, asQuantity, type PetId, type PetStatus, petStatuses } from '../item.ts';
import { type DetailField, type DetailRule, detailRules, isValidText } from '../pet-details.ts';
import { dateText, unprotected } from './csv-export.ts';
import type { ImportField, ImportProblem } from './problem.ts';
import { asciiNumber, isProblem, type ReadFields, simplified } from './row.ts';

/**
 * A number or a date as a workbook stores it. A number has a decimal point, and no separators
 * between thousands.
 */
export type TypedCell = { readonly kind: 'number' | 'date'; readonly text: string };

export type Cell = string | TypedCell;

/**
 * Whether a comma or a point separates thousands, if known. The other of the two is then the
 * decimal mark.
 */
type Thousands = ',' | '.' | undefined;

/** The user's answers to the questions about an import file. */
export type ImportAnswers = {
  readonly thousands?: Thousands;
  /** The statuses of other programs, and the Pawstock status that each of them means. */
  readonly statuses?: { readonly [status: string]: PetStatus };
  readonly negativeAsZero?: boolean;
};

/**
 * Reads the value of a field from a cell. An empty cell of a detail gives null: the import does not
 * change the detail.
 */
export function valueFrom(
  field: ImportField,
  cell: Cell,
  answers: ImportAnswers,
): ReadFields[ImportField] {
  if (field === 'petId') return petIdFrom(cell, answers);
  if (field === 'quantity') return amountFrom(field, cell, answers) ?? { code: 'empty', field };
  if (field === 'status') return statusFrom(cell, answers);
  const rule = detailRules[field];
  if (rule.kind === 'quantity') return amountFrom(field, cell, answers);
  // A text such as a name keeps the spaces at its start and end.
  if (rule.kind === 'text')
    return detailTextIn(
      field,
      rule,
      unprotected(field, typeof cell === 'string' ? cell : cell.text),
    );
  return codeFrom(field, rule, cell);
}

/**
 * Reads a barcode or an article code. Codes that a spreadsheet has turned into dates or shortened
 * numbers are problems: nothing tells what they were.
 */
function codeFrom(
  field: DetailField,
  rule: Exclude<DetailRule, { kind: 'quantity' }>,
  cell: Cell,
): string | null | ImportProblem {
  const text = cellText(cell);
  if (hasLostDigits(cell)) return { code: 'lostDigits', field, text };
  const isDate = typeof cell === 'string' ? dateText.test(text) : cell.kind === 'date';
  if (isDate) return { code: 'codeIsDate', field, text };
  // A code such as `007` keeps its leading zeros, unless a workbook stores the code as a number.
  const code =
    typeof cell === 'string'
      ? unprotected(field, asciiNumber(text))
      : `${exactInteger(text) ?? text}`;
  return detailTextIn(field, rule, code);
}

/** Reads a pet ID. `1`, `0001`, `1.0`, `#1` and `'1` are the same pet ID. */
function petIdFrom(cell: Cell, { thousands }: ImportAnswers): PetId | ImportProblem {
  const text = cellText(cell);
  if (text === '') return { code: 'empty', field: 'petId' };
  const number = wholeNumber('petId', numberIn(cell, /^['#]\s*/), thousands);
  if (isProblem(number)) return number;
  // In a text cell, an ID such as `1e5` is not accepted: the `e` may be part of a code and not an
  // exponent.
  if (number === undefined || (typeof cell === 'string' && /e/i.test(text))) {
    return { code: 'notWhole', field: 'petId', text };
  }
  return asPetId(number) ?? { code: 'tooLarge', field: 'petId', text };
}

function amountFrom(
  field: ImportField,
  cell: Cell,
  answers: ImportAnswers,
): number | null | ImportProblem {
  const text = cellText(cell);
  if (text === '') return null;
  const number = wholeNumber(field, numberIn(cell, unit), answers.thousands);
  if (isProblem(number)) return number;
  if (number === undefined) return { code: 'notWhole', field, text };
  if (number < 0n && !answers.negativeAsZero) return { code: 'negative', field, text };
  return asQuantity(number < 0n ? 0n : number) ?? { code: 'tooLarge', field, text };
}

/**
 * The number in a cell, written with ASCII digits, and without text before or after it, such as a
 * unit.
 */
function numberIn(cell: Cell, beside: RegExp): Cell {
  return typeof cell === 'string' ? asciiNumber(cell).trim().replace(beside, '') : cell;
}

/**
 * Matches a unit that counts pieces, such as "pcs" in "12 pcs". A weight or a volume is not a
 * number of pets.
 */
const unit =
  /(?<=\d)\s*(?:pcs?|pieces?|ea|each|units?|stk|st|stücke?|pièces?|pces?|unités?|uds?|unidad(?:es?)?|pzas?|piezas?|pz|pezz[oi]|stuks?|unids?|und?|peças?|pçs?|adet|tane|tiere?|pets?|animals?|animaux|animales|animais|dier(?:en)?|[個匹羽頭点尾つ件枚]|قطع[ةه]?|حب[ةه]|حبات|وحد[ةه]|وحدات|حيوان(?:ات)?)\.?$/iu;

/** Words for each status in languages other than English. */
const statusWords: Readonly<Record<PetStatus, string>> = {
  available: `verfügbar vorrätig lieferbar auflager disponible disponibles enstock disponibile beschikbaar
    opvoorraad tekoop disponível disponíveis emestoque mevcut müsait 在庫あり 在庫有り 販売中 販売可 販売可能 متوفر متوفرة متاح متاحة للبيع`,
  pending: `reserviert réservé réservée reservado reservada pendiente riservato riservata prenotato gereserveerd pendente
    rezerve ayrıldı 予約済 予約済み 予約中 取り置き ausstehend vorgemerkt zurückgelegt enattente enespera apartado apartada
    aguardando inafwachting inbehandeling inoptie 保留 保留中 取り置き中 取置 商談中 محجوز محجوزة معلق معلقة قيدالانتظار`,
  sold: `verkauft vendu vendue vendido vendida venduto venduta verkocht satıldı 販売済 販売済み 売却済 売却済み 売約済
    売約済み 売り切れ 完売 vendus vendues vendidos vendidas مباع مباعة تمالبيع تمبيعه`,
};

const statusNames: ReadonlyMap<string, PetStatus> = new Map(
  petStatuses.flatMap((status) =>
    [status, ...statusWords[status].split(/\s+/)].map((word) => [simplified(word), status]),
  ),
);

function statusFrom(cell: Cell, { statuses = {} }: ImportAnswers): PetStatus | ImportProblem {
  const text = cellText(cell);
  const word = simplified(text);
  const answer = Object.entries(statuses).find(
    ([name]) => name === text || (word !== '' && simplified(name) === word),
  );
  const status = answer?.[1] ?? statusNames.get(word);
  return status ?? { code: 'unknownStatus', text };
}

const total =
  /^(?:(?:sub|grand)?totals?|sum|(?:gesamt|zwischen)?summe|gesamt|totaux|somm?[ea]|suma|totale|(?:sub|eind)?totaal|toplam|[合小総]計|ال?مجموع|ال?اجمالي)$/;

/** Whether a text is the title of a row of totals, such as "Total". Such a row is not a pet. */
export function isTotal(text: string): boolean {
  return total.test(simplified(text));
}

/**
 * Checks a name or a barcode of a pet. In a name, line breaks and tabs become spaces. In a barcode
 * they are faults.
 */
export function detailTextIn(
  field: DetailField,
  rule: Exclude<DetailRule, { kind: 'quantity' }>,
  written: string,
): string | null | ImportProblem {
  const text = rule.kind === 'text' ? written.replaceAll(/[\t\n\v\f\r]+/g, ' ') : written;
  if (text.trim() === '') return null;
  if (isValidText(rule, text)) return text;
  const code = rule.kind === 'text' ? 'invalidText' : 'invalidCode';
  return { code, field, text, max: rule.charactersMax };
}

/** The text of a cell, without spaces at its start and end. */
export function cellText(cell: Cell | undefined): string {
  return (typeof cell === 'string' ? cell : (cell?.text ?? '')).trim();
}

/**
 * Matches a long number that a spreadsheet has shortened, such as `1.23457E+11`, so that digits are
 * lost.
 */
const shortened = /^[-−]?\d+(?:[.,]\d+E\+?|E\+)\d+$/i;
/** A workbook stores only 15 digits of a number, so a larger number has lost digits. */
const storedMax = 1e15;

function hasLostDigits(cell: Cell): boolean {
  return typeof cell === 'string' ? shortened.test(cell) : Math.abs(Number(cell.text)) >= storedMax;
}

/**
 * Reads a whole number. Returns a problem if digits are lost or separators ambiguous; undefined for
 * other text.
 */
function wholeNumber(
  field: ImportField,
  cell: Cell,
  thousands: Thousands,
): bigint | undefined | ImportProblem {
  const text = cellText(cell);
  if (hasLostDigits(cell)) return { code: 'lostDigits', field, text };
  if (typeof cell !== 'string') return exactInteger(text);
  const [, sign = '', unsigned = ''] = /^([-−]?)(.*)$/s.exec(text) ?? [];
  const literal = numberLiteral(unsigned, thousands);
  if (literal !== undefined) return exactInteger(`${sign === '' ? '' : '-'}${literal}`);
  const [written, otherwise] = [
    sign + unsigned.replaceAll(/\D/g, ''),
    sign + unsigned.replace(',', '.'),
  ] as const;
  return { code: 'ambiguous', field, text, written, otherwise };
}

/** Matches a number with separators between thousands, such as `1,234,567.89`. */
const grouped =
  /^([1-9]\d{0,2})((?:([.,'’٬ \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:(?!\3)([.,٫])(\d+))?$/;

/**
 * The number with a decimal point, and without separators between thousands. `1,234` and `1.234`
 * are ambiguous, and give undefined unless `thousands` is known. `1,234,567`, `1.234,00` and `1
 * 234` are not ambiguous.
 */
function numberLiteral(text: string, thousands: Thousands): string | undefined {
  const [, first = '', groups = '', separator = '', decimalMark, decimals = '0'] =
    grouped.exec(text) ?? [];
  const isAmbiguous = groups.length === 4 && /[.,]/.test(separator) && decimalMark === undefined;
  if (groups !== '' && !isAmbiguous) {
    // If the file's decimal mark is known, a text with this mark between thousands is not a number.
    const isContrary = /[.,]/.test(separator) && thousands !== undefined && separator !== thousands;
    return isContrary ? text : `${first}${groups.replaceAll(separator, '')}.${decimals}`;
  }
  if (/^\d+٫\d+$/.test(text)) return text.replace('٫', '.');
  if (isAmbiguous && thousands === undefined) return undefined;
  if (isAmbiguous && separator === thousands) return first + groups.slice(1);
  return thousands === ',' ? text : text.replace(/^(\d+),(\d+)$/, '$1.$2');
}
