/** Days in the user's time zone, as date fields have them: 2026-11-16. */

export type DateSpan = { readonly since: Date; readonly until: Date };

/** A span of whole days, both included. Returns undefined if the dates do not make a span. */
export function spanOfDays(first: string, last: string): DateSpan | undefined {
  const since = new Date(`${first}T00:00:00`);
  const end = new Date(`${last}T00:00:00`);
  const until = new Date(end.getFullYear(), end.getMonth(), end.getDate() + 1);
  return since.getTime() < until.getTime() && since.getFullYear() >= 1_970 ? { since, until } : undefined;
}

export function dateText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
