import { barcodeKey } from '@pawstock/shared/barcode.ts';
import { asPetId, asQuantity } from '@pawstock/shared/item.ts';
import type { Details } from '@pawstock/shared/pet-details.ts';
import type { InventoryItem, PetStatus } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/first.ts';
import { locale } from '../messages/language.ts';
import { Observable } from '../state/observable.ts';

export type Pet = {
  readonly id: bigint;
  /** The ID as text, because the search compares the IDs of all pets at every keystroke. */
  readonly text: string;
  readonly quantity: number;
  readonly status: PetStatus;
  /** The name; empty if the pet has none. */
  readonly name: string;
  readonly foldedName: string;
  /** The barcode; empty if the pet has none. */
  readonly barcode: string;
  /** The barcode as it is compared with others. */
  readonly barcodeKey: string;
  readonly foldedBarcode: string;
  /** The quantity up to which the pet counts as low; null if the general threshold applies. */
  readonly lowAt: number | null;
};

export function petOf({ petId, quantity, status }: InventoryItem, details: Details): Pet {
  const [name, barcode] = [details.name ?? '', details.barcode ?? ''];
  const folded = { foldedName: fold(name), foldedBarcode: barcode.toLowerCase() };
  return {
    id: petId,
    text: String(petId),
    quantity,
    status,
    name,
    barcode,
    barcodeKey: barcodeKey(barcode),
    lowAt: details.lowAt,
    ...folded,
  };
}

/** Prepares a text for comparing, without regard to case, accents and kinds of digits. */
export function fold(text: string): string {
  const letters = text
    .trim()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '');
  return withAsciiDigits(letters.toLowerCase());
}

/** Reads an ID as people write and labels print it: 7, 007, #7, pet 7. */
export function parseWrittenId(text: string): bigint | undefined {
  const digits = /^(?:pet)?\s*#?\s*(-?\d{1,30})$/.exec(fold(text))?.[1];
  return digits === undefined ? undefined : asPetId(BigInt(digits));
}

/**
 * Removes the identifier that scanners can put before a code, such as "]E0" for EAN and "]C1" for
 * GS1-128.
 */
export function withoutAim(text: string): string {
  return text.trim().replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '');
}

/** The ID of the pet that has a barcode, by the barcode's `barcodeKey`. */
export const holders = new Observable<ReadonlyMap<string, bigint>>(new Map());

/** The ID of the pet with this barcode; undefined if there is none. */
export function holderOf(barcode: string): bigint | undefined {
  return holders.value.get(barcodeKey(barcode));
}

/** A number with at least this many digits counts as a scanned code, not as a quantity. */
const codeDigitsMin = 8;

/**
 * Whether a text in a field for quantities counts as a scanned code: a pet's barcode, or eight
 * digits or more. People can still enter a large quantity with thousands separators, which scanners
 * do not send.
 */
export function isCode(text: string): boolean {
  const code = withoutAim(text);
  return (
    holderOf(code) !== undefined ||
    (/^\d+$/.test(withAsciiDigits(code)) && code.length >= codeDigitsMin)
  );
}

/**
 * A question to the user if a text in a field for quantities looks like a scanned code; otherwise
 * undefined.
 */
export function askAboutCode(text: string): string | undefined {
  if (!isCode(text)) return undefined;
  const code = withoutAim(text);
  const quantity = parseDigits(code);
  const number = quantity === undefined ? 'none' : writeQuantity(quantity);
  return t('stock.codeAsQuantity', {
    code,
    holder: String(holderOf(code) ?? 'none'),
    number,
  });
}

/**
 * Uses a code that no pet has for a new pet: a short number as the pet's ID, another valid code as
 * its barcode.
 */
export function newPetOf(code: string): { readonly petId: string; readonly barcode: string } {
  const id = isCode(code) ? undefined : parseWrittenId(code);
  if (id !== undefined) return { petId: String(id), barcode: '' };
  return { petId: '', barcode: /^[\x21-\x7e]{1,64}$/.test(code) ? code : '' };
}

export type Compare = (a: Pet, b: Pet) => number;

export function byId(a: Pet, b: Pet): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The index of a pet in a sorted list, or the index at which to insert the pet. */
export function binarySearch(pets: readonly Pet[], pet: Pet, compare: Compare): number {
  let low = 0;
  let high = pets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = pets[middle];
    if (found !== undefined && compare(found, pet) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const localFormat = new Intl.NumberFormat(locale);
const localZero = localFormat.format(0).codePointAt(0) ?? 0;
const localSeparator =
  localFormat.formatToParts(1_000_000).find(({ type }) => type === 'group')?.value ?? ',';
/**
 * The separator that people type between thousands. In Arabic, people who type ASCII digits type
 * commas.
 */
const typedSeparator = localSeparator === '٬' ? ',' : localSeparator;
/**
 * The code point of zero in each kind of digits that numbers may have: Arabic, Persian, full-width
 * and regional.
 */
const zeros = [0x660, 0x6f0, 0xff10, localZero];

/**
 * Reads a whole number in ASCII, Arabic, Persian, full-width or regional digits, grouped as in the
 * user's region: "1,000" is 1000 in English, "1.000" in German. Returns undefined for anything
 * else, such as "1,5" or a scanned code.
 */
export function parseQuantity(text: string): number | undefined {
  return isCode(text) ? undefined : parseDigits(text);
}

/** A quantity as text that `parseQuantity` reads, in the digits of the user's region. */
export function writeQuantity(quantity: number): string {
  const digits = String(quantity);
  const grouped =
    digits.length > 3 ? digits.replaceAll(/\B(?=(?:\d{3})+$)/g, localSeparator) : `0${digits}`;
  return withLocalDigits(isCode(digits) ? grouped : digits);
}

export function withLocalDigits(text: string): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(localZero + Number(digit)));
}

function parseDigits(text: string): number | undefined {
  const digits = withAsciiDigits(text.trim()).replaceAll('٬', typedSeparator).replaceAll('，', ',');
  const [first = '', ...groups] = digits.split(
    digits.includes(typedSeparator) ? typedSeparator : /[\s_]/,
  );
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  const plain = isGrouped ? first + groups.join('') : digits;
  return /^\d{1,16}$/.test(plain) ? asQuantity(BigInt(plain)) : undefined;
}

export function withAsciiDigits(text: string): string {
  return text.replaceAll(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((one) => code >= one && code < one + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/**
 * Whether a quantity changes so much that it may be a typing error: by a factor of 1,000 or by more
 * than a million.
 */
export function isFar(before: number, after: number): boolean {
  const isThousandfold =
    after >= 1_000 * Math.max(before, 1) || (after > 0 && before >= 1_000 * after);
  return isThousandfold || Math.abs(after - before) > 1_000_000;
}
