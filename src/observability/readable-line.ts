const colours: Readonly<Record<number, string>> = { 20: '\x1b[2m', 40: '\x1b[33m', 50: '\x1b[31m', 60: '\x1b[31m' };
const names: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

type Fields = { readonly level: number; readonly time: string; readonly msg: string; readonly [name: string]: unknown };

/** A log line for a person at a terminal: `12:34:56 warn  request refused  requestId=… status=503`. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(json) as Fields;
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${textOf(value)}`);
  const head = `${time.slice(11, 19)} ${colours[level] ?? ''}${(names[level] ?? '').padEnd(5)}\x1b[0m ${msg}`;
  return `${head} ${fields.join('')}\n${stackOf(err)}`;
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A terminal obeys control characters, wherever they come from.
  return text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return '';
  return `${String(error.stack).replaceAll(/^/gm, '  ')}\n`;
}
