import { type PetId, quantityRule } from './item.ts';

/**
 * The details of a pet, such as its name, are for people: changing them makes no ledger entry and
 * no new version.
 *
 * This object defines the columns in databases, the JSON, the OpenAPI document, import, export and
 * the dashboard's dialog. A new field also needs a migration, a place in the types of the client, a
 * name and a hint in each language of the dashboard, and the column names that other programs use
 * for it (import/columns.ts).
 *
 * A field of kind "text" is written by people, a "code" is read by scanners, and a "quantity" is a
 * number of pets. Messages and headings show a field's title. The OpenAPI document has its
 * description and example.
 */
const declared = {
  name: {
    kind: 'text',
    charactersMax: 200,
    title: 'name',
    description: 'What people call the pet.',
    example: 'Neon tetra',
  },
  barcode: {
    kind: 'code',
    charactersMax: 64,
    title: 'barcode',
    description: 'What scanners read. No two pets have the same one.',
    example: '4006381333931',
  },
  lowAt: {
    kind: 'quantity',
    title: 'low level',
    description: 'The quantity at which the pet counts as low.',
    example: 3,
  },
} as const;

export type DetailField = keyof typeof declared;
export type DetailRule = (typeof declared)[DetailField];
export const detailRules: Readonly<Record<DetailField, DetailRule>> = declared;
export const barcodeRule = declared.barcode;
export const detailFields = Object.keys(declared) as DetailField[];

type DetailValue<Kind> = Kind extends 'quantity' ? number : string;

/** The details of a pet. A field is null if the pet has no such detail. */
export type Details = {
  readonly [Field in DetailField]: DetailValue<(typeof declared)[Field]['kind']> | null;
};

export type PetDetails = Details & { readonly petId: PetId };

/**
 * A change to a pet's details: null clears a field, and a field that is left out stays as it is.
 */
export type DetailsUpdate = { readonly [Field in DetailField]?: Details[Field] | undefined };

/** Makes an object with a value for each field of a pet's details. */
export function mapDetails<Result extends Readonly<Partial<Record<DetailField, unknown>>>>(
  valueFor: (field: DetailField) => Result[DetailField],
): Result {
  const result: Partial<Record<DetailField, unknown>> = {};
  for (const field of detailFields) result[field] = valueFor(field);
  return result as Result;
}

export const noDetails = mapDetails<Details>(() => null);

/** Describes the valid values of a field of a pet's details, in words that follow "must be". */
export function valueRule(rule: DetailRule): string {
  if (rule.kind === 'quantity') return quantityRule;
  return rule.kind === 'code'
    ? `1 to ${rule.charactersMax} printable ASCII characters without spaces`
    : `text of 1 to ${rule.charactersMax} characters, not only spaces, without control characters`;
}

export function isValidText(
  { kind, charactersMax }: Exclude<DetailRule, { kind: 'quantity' }>,
  text: string,
): boolean {
  if ([...text].length > charactersMax) return false;
  return kind === 'code'
    ? /^[!-~]+$/.test(text)
    : /\S/.test(text) && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** The quantity at which a pet is low: its own level, or else that of the shop. */
export function lowLevel(details: Pick<Details, 'lowAt'> | undefined, shopLowAt: number): number {
  return details?.lowAt ?? shopLowAt;
}

export function hasDetails(details: Details): boolean {
  return detailFields.some((field) => details[field] !== null);
}

export function sameDetails(one: Details, other: Details): boolean {
  return detailFields.every((field) => one[field] === other[field]);
}

export function detailsAfter(before: Details, update: DetailsUpdate): Details {
  return mapDetails<Details>((field) =>
    update[field] === undefined ? before[field] : update[field],
  );
}
