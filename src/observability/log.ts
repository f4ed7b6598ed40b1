import pino, { type DestinationStream, type Logger } from 'pino';
import { limits } from '../limits.ts';
import type { LogLevel } from './log-level.ts';
import { readableLine } from './readable-line.ts';

/** Logs go to standard error, since standard output is for what commands print: JSON lines, or text on a terminal. */
export type Logs = {
  /** What happens to the service. Written at once, so that a crash loses none of it. */
  readonly events: Logger;
  /** A line for every request; undefined where the level leaves them out. Written a few times a second. */
  readonly requests: Logger | undefined;
};

export function createLogs(level: LogLevel): Logs {
  const events = createLogger(pino.destination({ dest: 2, sync: true }), level);
  return { events, requests: level === 'info' || level === 'debug' ? createRequestLogger() : undefined };
}

/** Requests never wait for a slow reader of standard error: past the limit lines are dropped, and the drop is logged. */
function createRequestLogger(): Logger {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: limits.logBufferBytes,
    maxLength: limits.logBytesMax,
  });
  const logger = createLogger(destination, 'info');
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
  }, limits.logFlushIntervalMs).unref();
  process.once('exit', () => destination.flushSync());
  return logger;
}

let lastMs = 0;
let lastText = '';

/** ISO 8601. A busy service writes many lines in the same millisecond. */
function timestamp(): string {
  const nowMs = Date.now();
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    lastText = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return lastText;
}

function createLogger(destination: DestinationStream, level: LogLevel): Logger {
  const options = { level, base: null, timestamp };
  if (process.stderr.isTTY !== true) return pino(options, destination);
  return pino(options, { write: (line) => destination.write(readableLine(line)) });
}
