import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { type Limits, limits } from '../limits.ts';

/** Logs go to standard error, since standard output is for what commands print: JSON lines, or text on a terminal. */
export type Logs = {
  /** What happens to the service. Written at once, so that a crash loses none of it. */
  readonly events: Logger;
  /**
   * At `info`, changes, refusals and slow requests; at `debug`, every request; undefined at other levels. Written a few
   * times a second.
   */
  readonly requests: Logger | undefined;
  readonly outages: Outages;
};

/** Request lines are gathered up to this length, or for this long. */
const bufferBytes = 8_192;
const flushIntervalMs = 200;

export function createLogs(level: LevelWithSilent, { logBytesMax }: Pick<Limits, 'logBytesMax'> = limits): Logs {
  const events = createLogger(openDestination({ sync: true, maxLength: logBytesMax }), level);
  const requests = level === 'info' || level === 'debug' ? createRequestLogger(level, logBytesMax) : undefined;
  return { events, requests, outages: new Outages(events) };
}

/** Requests never wait for a slow reader of standard error: past the limit lines are dropped, and the drop is logged. */
function createRequestLogger(level: LevelWithSilent, bytesMax: number): Logger {
  const destination = openDestination({ sync: false, minLength: bufferBytes, maxLength: bytesMax });
  const logger = createLogger(destination, level);
  let dropped = 0;
  destination.on('drop', () => {
    dropped++;
  });
  setInterval(() => {
    destination.flush();
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    // Not as an event: writing one waits for the reader, and so would every request.
    logger.warn({ lines }, 'request lines were dropped: standard error is read too slowly');
    // If there was no room for this line either, it is tried again.
    if (dropped > 0) dropped = lines;
  }, flushIntervalMs).unref();
  let isFailing = false;
  destination.on('write', () => {
    isFailing = false;
  });
  destination.on('error', () => {
    isFailing = true;
  });
  // What cannot be written would be tried for ever.
  process.prependOnceListener('exit', () => (isFailing ? destination.destroy() : destination.flushSync()));
  return logger;
}

/** Lines that cannot be written are kept up to the length, then lost: a full disk under the log must not end the service. */
function openDestination(options: { sync: boolean; minLength?: number; maxLength: number }) {
  const destination = pino.destination({ dest: 2, ...options });
  destination.on('error', () => undefined);
  return destination;
}

function createLogger(destination: DestinationStream, level: LevelWithSilent): Logger {
  const options = { level, base: null, timestamp: isoTime };
  if (process.stderr.isTTY !== true) return pino(options, destination);
  return pino(options, { write: (line) => destination.write(readableLine(line)) });
}

let last = { ms: 0, time: '' };

/** As pino's own, but lines of one millisecond share the text: the requests of a transaction end together. */
function isoTime(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, time: `,"time":"${new Date(ms).toISOString()}"` };
  return last.time;
}

const colours: Readonly<Record<number, string>> = { 20: '\x1b[2m', 40: '\x1b[33m', 50: '\x1b[31m', 60: '\x1b[31m' };

type Fields = { readonly level: number; readonly time: string; readonly msg: string; readonly [name: string]: unknown };

/** A log line for a person at a terminal: `12:34:56 warn  request refused  requestId=… status=503`. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(json) as Fields;
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${textOf(value)}`);
  const [colour, end] = process.env['NO_COLOR'] ? ['', ''] : [colours[level] ?? '', '\x1b[0m'];
  const head = `${time.slice(11, 19)} ${colour}${(pino.levels.labels[level] ?? '').padEnd(5)}${end} ${msg}`;
  return `${head} ${fields.join('')}\n${stackOf(err)}`;
}

function textOf(value: unknown): string {
  // A name may contain spaces, and must not pass for further fields.
  const text = typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value);
  // A terminal obeys control characters, wherever they come from.
  return text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return '';
  return `${String(error.stack).replaceAll(/^/gm, '  ')}\n`;
}

const intervalMs = 60_000;
/** Causes may have changing parts. */
const causesMax = 5;

/**
 * Requests that are refused for a reason that passes by itself, such as a store that is down: a line when it begins and
 * when it is over, and their number every minute. A line for each request would bury everything else.
 */
export class Outages {
  readonly #log: Logger;
  readonly #current = new Map<string, { requests: number; cause: string | undefined; causes: Set<unknown> }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  count(code: string, cause: string | undefined): void {
    const { requests, causes } = this.#current.get(code) ?? { requests: 0, causes: new Set() };
    this.#current.set(code, { requests: requests + 1, cause, causes });
    // What was refused while the service started must not hide why it is refused now.
    if (!causes.has(cause) && causes.size < causesMax) this.#log.warn({ code, cause }, 'requests are refused');
    if (causes.size < causesMax) causes.add(cause);
    this.#timer ??= setInterval(() => this.report(), intervalMs).unref();
  }

  /** Logs what was refused since the last report, or that it is over. */
  report(): void {
    for (const [code, { requests, ...outage }] of this.#current) {
      if (requests === 0) {
        this.#current.delete(code);
        this.#log.info({ code }, 'requests are no longer refused');
      } else {
        this.#current.set(code, { requests: 0, ...outage });
        this.#log.warn({ code, requests, cause: outage.cause }, 'requests were refused in the last minute');
      }
    }
    if (this.#current.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
