import pino, { type DestinationStream, type Logger } from 'pino';
import { readableLine } from './log-line.ts';
import { openRequestLog, type RequestLog } from './request-log.ts';
import type { LogLevel } from './settings.ts';

/** On standard error, for standard output belongs to what commands print: JSON lines, or readable ones on a terminal. */
export type Logs = {
  /** What happens to the service. Written at once, so that a crash loses none of it. */
  readonly events: Logger;
  /** A line for every request, where they are wanted. Gathered and written a few times a second. */
  readonly requests: RequestLog | undefined;
};

export function createLogs(level: LogLevel): Logs {
  return {
    events: loggerTo(pino.destination({ dest: 2, sync: true }), level),
    requests: level === 'info' || level === 'debug' ? openRequestLog() : undefined,
  };
}

function loggerTo(destination: DestinationStream, level: LogLevel): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (process.stderr.isTTY !== true) return pino(options, destination);
  return pino(options, { write: (line) => destination.write(readableLine(line)) });
}
