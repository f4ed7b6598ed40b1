const rfc3339 = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Parses an RFC 3339 time to milliseconds. Returns undefined for other texts and for days such as February 30. */
export function parseInstant(text: string): number | undefined {
  const day = rfc3339.exec(text)?.[1] ?? '';
  // `Date.parse` takes February 30 for a day in March, so the parsed day is compared with the text.
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(day);
  return isDay ? Date.parse(text.toUpperCase()) : undefined;
}

export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
