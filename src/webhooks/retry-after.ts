/**
 * How many milliseconds a receiver asks to wait, in the header `Retry-After` of a 429 or 503: a
 * number of seconds, or a date. Null if it does not ask, or asks in another form.
 */
export function retryAfterMs(
  status: number,
  header: string | undefined,
  nowMs: number,
): number | null {
  if (status !== 429 && status !== 503) return null;
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;

  const dateMs = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

/** The form of dates that HTTP prescribes, such as "Sun, 06 Nov 1994 08:49:37 GMT". */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
