const rfc3339 =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3}(\d*))?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * Parses an RFC 3339 time, rounded up to milliseconds. Returns undefined for other texts, and days
 * like February 30.
 */
export function parseInstant(text: string): number | undefined {
  const [, day = '', belowMs = ''] = rfc3339.exec(text) ?? [];
  // `Date.parse` takes February 30 for a day in March, so the parsed day is compared with the text.
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(day);
  // Ledger times are whole milliseconds, so a bound between two of them means the same as the later
  // one.
  return isDay ? Date.parse(text.toUpperCase()) + Number(/[1-9]/.test(belowMs)) : undefined;
}

export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
