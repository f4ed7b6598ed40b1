import { parsePetId } from '@pawstock/shared/item.ts';
import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/all.ts';
import { formatCompact, formatDate } from '../messages/format.ts';
import { addDays, type DateSpan, dateText, spanOfDays } from '../state/days.ts';

/** A span of days in the shop's time zone. `until` is undefined unless the span is over. */
export type Span = { readonly since: Date; readonly until: Date | undefined };

export const ranges = ['today', 'week', 'day', 'any'] as const;

/** The first and the last day that the user has chosen, each in the form 2026-11-16. */
function daysOf({ range, day, last }: Days): readonly [first: string, last: string] {
  if (range === 'day') return [day, day];
  if (range === 'any') return [day, last];
  const today = dateText(new Date());
  return [addDays(today, range === 'week' ? -6 : 0), today];
}

/** The chosen span of days; undefined if a date is missing or the last day is before the first. */
export function spanOf(days: Days): Span | undefined {
  const span = spanOfDays(...daysOf(days));
  return span && { ...span, until: span.until.getTime() > Date.now() ? undefined : span.until };
}

/**
 * The days that the user has chosen: `day` for the range "day", and `day` to `last` for the range
 * "any".
 */
type Days = {
  readonly range: (typeof ranges)[number];
  readonly day: string;
  readonly last: string;
};

/**
 * The filter of the screen Activity, which is also in the URL. An empty text filters nothing out.
 */
export type ActivityFilter = Days & Readonly<Record<'person' | 'reason' | 'pet', string>>;

export function filterFromUrl(hash = location.hash): ActivityFilter {
  const params = new URLSearchParams(hash.split('?')[1] ?? '');
  const today = dateText(new Date());
  const [day, last] = [params.get('since') ?? today, params.get('until') ?? today];
  const range =
    ranges.find((one) => one === params.get('range')) ?? (params.has('since') ? 'any' : 'today');
  const [person, reason] = [params.get('person') ?? '', params.get('reason') ?? ''];
  const pet = String(parsePetId(params.get('pet') ?? '') ?? '');
  return { range, day, last, person, reason, pet };
}

/** A link from a number in a report to the changes that make up the number. */
export function activityLink(
  { since, until }: DateSpan,
  reason: Reason | typeof none,
  petId?: bigint,
): string {
  const last = dateText(new Date(until.getTime() - 1));
  return hashOf({
    range: 'any',
    day: dateText(since),
    last,
    person: '',
    reason,
    pet: String(petId ?? ''),
  });
}

export function hashOf({ range, day, last, person, reason, pet }: ActivityFilter): string {
  const params = new URLSearchParams(range === 'today' ? {} : { range });
  if (range === 'day' || range === 'any') params.set('since', day);
  if (range === 'any') params.set('until', last);
  for (const [name, value] of Object.entries({ person, reason, pet }))
    if (value !== '') params.set(name, value);
  return params.size === 0 ? '#activity' : `#activity?${params}`;
}

/**
 * The value in a filter for changes without an API key, such as those by an import, or without a
 * reason.
 */
export const none = '–';

export function isShown(entry: LedgerEntry, { person, reason, pet }: ActivityFilter): boolean {
  if (person !== '' && (entry.key ?? none) !== person) return false;
  if (pet !== '' && String(entry.petId) !== pet) return false;
  return (
    reason === '' || (reason === 'other' ? sumNameOf(entry) : (entry.reason ?? none)) === reason
  );
}

export function describeRange(days: Days): string {
  const [first = '', last = ''] = daysOf(days).map((day) => {
    const span = spanOfDays(day, day);
    return span === undefined ? day : formatDate(span.since);
  });
  if (days.range === 'any') return t('history.firstToLast', { first, last });
  return days.range === 'week' ? t('history.sevenDays', { last }) : last;
}

/**
 * The note of a change. Undo stores the English note "Undo", which users see in their own language.
 */
export function noteOf({ note }: LedgerEntry): string | null {
  return note === 'Undo' ? t('history.undo') : note;
}

export const sumNames = ['sale', 'arrival', 'return', 'damage', 'died', 'other'] as const;
type SumName = (typeof sumNames)[number];

export function sumNameOf({ reason }: LedgerEntry): SumName {
  return sumNames.find((name) => name === reason) ?? 'other';
}

/** The sums that count what left, so they have no minus sign: "Sold −3" would be read as returns. */
const losses: ReadonlySet<SumName> = new Set(['sale', 'damage', 'died']);

/** Sums up units. What left counts as positive in a sum of losses. */
export function unitsOf(name: SumName, entries: readonly LedgerEntry[] = []): string {
  const sum = entries.reduce((units, { delta }) => units + BigInt(delta), 0n);
  const units = losses.has(name) ? -sum : sum;
  if (units < 0n) return `−${formatCompact(-units)}`;
  return `${name === 'other' && units > 0n ? '+' : ''}${formatCompact(units)}`;
}
