import { exactInteger } from '../domain/exact-json.ts';
import { asQuantity, type PetId, type PetStatus, parsePetId, petStatuses, quantityRule } from '../domain/item.ts';
import { isPetName, petNameRule } from '../domain/pet-name.ts';
import { simplified } from './columns.ts';
import { BadValue, quoted } from './row.ts';

/** The cells of a CSV file, as spreadsheets write them. */

/** `1.23457E+11`: how spreadsheets write a long number in a cell without a number format. Digits are lost. */
const scientific = /\d[eE]\+\d/;

export function petIdFrom(text: string): PetId | BadValue {
  if (text === '') return new BadValue('petId is empty');
  if (scientific.test(text)) return shortenedNumber('petId', text);
  return parsePetId(text) ?? new BadValue(`petId must be a 64-bit integer, not ${quoted(text)}`);
}

export function quantityFrom(text: string): number | BadValue {
  if (text === '') return new BadValue('quantity is empty');
  if (scientific.test(text)) return shortenedNumber('quantity', text);
  const literal = /^\d+$/.test(text) ? text : numberLiteral(text);
  if (literal === undefined) {
    const digits = text.replaceAll(/\D/g, '');
    return new BadValue(
      `quantity ${quoted(text)} is ambiguous: it could be ${digits} or a fraction. Write it without a separator`,
    );
  }
  return asQuantity(exactInteger(literal)) ?? new BadValue(`quantity must be ${quantityRule}, not ${quoted(text)}`);
}

function shortenedNumber(field: string, text: string): BadValue {
  const advice = 'Format the column as a whole number without separators and export it again';
  return new BadValue(`${field} ${quoted(text)} was shortened by the spreadsheet and has lost digits. ${advice}`);
}

/** Groups of three digits after at most three, with one separator throughout, and perhaps a decimal part. */
const grouped = /^([1-9]\d{0,2})((?:([.,'’ \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:(?!\3)([.,])(\d+))?$/;

/**
 * The number with a decimal point and without thousands separators. undefined for `1,234` and `1.234`, where the same
 * character could be either. In `1,234,567`, `1.234,00` and `1 234` it cannot.
 */
function numberLiteral(text: string): string | undefined {
  const [, first = '', groups = '', separator = '', decimalMark, decimals] = grouped.exec(text) ?? [];
  if (groups === '') return text.replace(/^(-?\d+),(\d+)$/, '$1.$2');
  const isAmbiguous = /[.,]/.test(separator) && groups.length === 4 && decimalMark === undefined;
  if (isAmbiguous) return undefined;
  return first + groups.replaceAll(separator, '') + (decimals === undefined ? '' : `.${decimals}`);
}

const statuses: ReadonlyMap<string, PetStatus> = new Map([
  ...petStatuses.map((status) => [status, status] as const),
  ['verfügbar', 'available'],
  ['reserviert', 'pending'],
  ['verkauft', 'sold'],
]);

export function statusFrom(text: string): PetStatus | BadValue {
  if (text === '') return new BadValue('status is empty');
  const status = statuses.get(text) ?? statuses.get(simplified(text));
  return status ?? new BadValue(`status must be one of ${petStatuses.join(', ')}, not ${quoted(text)}`);
}

/** A line break or tab in a spreadsheet cell becomes a space. A cell without text says nothing about the name. */
export function nameFrom(text: string): string | null | BadValue {
  const name = text.replaceAll(/[\t\n\v\f\r]+/g, ' ');
  if (name.trim() === '') return null;
  return isPetName(name) ? name : new BadValue(`name must be ${petNameRule}, not ${quoted(name)}`);
}
