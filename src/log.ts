import pino, { type DestinationStream, type Logger } from 'pino';
import { limits } from './limits.ts';
import { readableLine } from './log-line.ts';
import type { LogLevel } from './settings.ts';

/** On standard error, for standard output belongs to what commands print: JSON lines, or readable ones on a terminal. */
export type Logs = {
  /** What happens to the service. Written at once, so that a crash loses none of it. */
  readonly events: Logger;
  /** A line for every request. Gathered and written a few times a second, so that no caller waits for it. */
  readonly requests: Logger;
};

export function createLogs(level: LogLevel): Logs {
  return {
    events: loggerTo(pino.destination({ dest: 2, sync: true }), level),
    requests: level === 'info' || level === 'debug' ? loggerTo(gathered(), level) : pino({ level: 'silent' }),
  };
}

function loggerTo(destination: DestinationStream, level: LogLevel): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (process.stderr.isTTY !== true) return pino(options, destination);
  return pino(options, { write: (line) => destination.write(readableLine(line)) });
}

function gathered(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: false, minLength: limits.logBytesGathered });
  setInterval(() => destination.flush(), limits.logFlushIntervalMs).unref();
  process.once('exit', () => destination.flushSync());
  return destination;
}
