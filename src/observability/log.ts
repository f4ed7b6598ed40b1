import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import type { Limits } from '../limits.ts';

/**
 * The logs of the service. They go to standard error, on a terminal as text and otherwise as lines
 * of JSON.
 */
export type Logs = {
  /** Logs events of the service. Each event is written at once, so that a crash loses none. */
  readonly events: Logger;
  /**
   * The request log. Level `debug`: all requests; `info`: changes, errors and slow requests;
   * otherwise undefined.
   */
  readonly requests: Logger | undefined;
  readonly outages: Outages;
};

/**
 * The request log writes its lines together, once they have this many bytes, or after
 * `flushIntervalMs`.
 */
const bufferBytes = 8_192;
const flushIntervalMs = 200;

export function createLogs(
  level: LevelWithSilent,
  { logBytesMax }: Pick<Limits, 'logBytesMax'>,
): Logs {
  const events = createLogger(openDestination({ sync: true, maxLength: logBytesMax }), level);
  const requests =
    level === 'info' || level === 'debug' ? createRequestLogger(level, logBytesMax) : undefined;
  return { events, requests, outages: new Outages(events) };
}

/**
 * Makes the request log. If standard error is read too slowly, log lines are dropped, so that no
 * request waits.
 */
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
    // The warning about dropped lines goes to the request log: writing to the event log could make
    // requests wait.
    logger.warn({ lines }, 'request lines were dropped: standard error is read too slowly');
    // If the warning about dropped lines was itself dropped, the next warning reports these lines
    // again.
    if (dropped > 0) dropped = lines;
  }, flushIntervalMs).unref();
  let isFailing = false;
  destination.on('write', () => {
    isFailing = false;
  });
  destination.on('error', () => {
    isFailing = true;
  });
  // If writing to standard error fails, `flushSync` would never return, and the process could not
  // end.
  process.prependOnceListener('exit', () =>
    isFailing ? destination.destroy() : destination.flushSync(),
  );
  return logger;
}

/**
 * Opens standard error. If writing fails, for example on a full disk, log lines are lost but the
 * service goes on.
 */
function openDestination(options: { sync: boolean; minLength?: number; maxLength: number }) {
  const destination = pino.destination({ dest: 2, ...options });
  destination.on('error', () => undefined);
  return destination;
}

function createLogger(destination: DestinationStream, level: LevelWithSilent): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (process.stderr.isTTY !== true) return pino(options, destination);
  return pino(options, { write: (line) => destination.write(readableLine(line)) });
}

/** The fields of a line that pino has written. */
type Fields = {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly err?: Error;
};

/** A log line for people, such as `12:34:56 warn requests are refused {"code":"overloaded"}`. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(json) as Fields;
  // Control characters become spaces, because a terminal would execute them.
  const details = JSON.stringify(rest).replaceAll(/\p{Cc}/gu, ' ');
  const line = `${time.slice(11, 19)} ${pino.levels.labels[level]} ${msg} ${details}\n`;
  return err?.stack === undefined ? line : `${line}${err.stack}\n`;
}

const intervalMs = 60_000;
/**
 * How many causes are logged for one error code. A cause with a changing part would otherwise fill
 * the log.
 */
const causesMax = 5;

/**
 * Logs temporary errors, such as a store that is down. Instead of a line for each failed request,
 * the log gets a line when an error begins, a line every minute with the number of requests, and a
 * line when the error is over.
 */
export class Outages {
  readonly #log: Logger;
  readonly #current = new Map<
    string,
    { requests: number; cause: string | undefined; causes: Set<unknown> }
  >();

  constructor(log: Logger) {
    this.#log = log;
    setInterval(() => this.report(), intervalMs).unref();
  }

  count(code: string, cause: string | undefined): void {
    const { requests, causes } = this.#current.get(code) ?? { requests: 0, causes: new Set() };
    this.#current.set(code, { requests: requests + 1, cause, causes });
    // A new cause of failed requests is logged at once: the first cause may not explain the later
    // failures.
    if (!causes.has(cause) && causes.size < causesMax)
      this.#log.warn({ code, cause }, 'requests are refused');
    if (causes.size < causesMax) causes.add(cause);
  }

  /** Whether requests were refused with this code within the last minute or two. */
  isOngoing(code: string): boolean {
    return this.#current.has(code);
  }

  /**
   * Logs how many requests failed with each temporary error since the last report, or that the
   * error is over.
   */
  report(): void {
    for (const [code, { requests, ...outage }] of this.#current) {
      if (requests === 0) {
        this.#current.delete(code);
        this.#log.info({ code }, 'requests are no longer refused');
      } else {
        this.#current.set(code, { requests: 0, ...outage });
        this.#log.warn(
          { code, requests, cause: outage.cause },
          'requests were refused in the last minute',
        );
      }
    }
  }
}
