const rfc3339 = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** The time in a text as RFC 3339 has it, in milliseconds. Undefined for other texts, and for days such as February 30. */
export function parseInstant(text: string): number | undefined {
  const day = rfc3339.exec(text)?.[1] ?? '';
  // JavaScript takes February 30 for a day in March.
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(day);
  return isDay ? Date.parse(text.toUpperCase()) : undefined;
}
