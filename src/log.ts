import pino, { type Logger } from 'pino';
import type { LogLevel } from './settings.ts';

/** JSON lines on standard error; standard output belongs to what commands print. */
export function createLog(level: LogLevel): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
