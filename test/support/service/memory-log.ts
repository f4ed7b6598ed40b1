import pino from 'pino';
import { type Logs, Outages } from '../../../src/observability/log.ts';

/** A log in memory, for a service within the test. */
export function memoryLog(level: 'info' | 'debug' = 'debug'): {
  readonly lines: readonly string[];
  readonly logs: Logs;
} {
  const lines: string[] = [];
  const log = pino({ level, base: null }, { write: (line) => lines.push(line) });
  return { lines, logs: { events: log, requests: log, outages: new Outages(log) } };
}
