import pino from 'pino';
import { type Logs, Outages } from '../../../src/observability/log.ts';

/** Creates a log in memory, for a service within the test's process. */
export function memoryLog(level: 'info' | 'debug' = 'debug') {
  const lines: string[] = [];
  const log = pino({ level, base: null }, { write: (line) => lines.push(line) });
  const logs: Logs = { events: log, requests: log, outages: new Outages(log) };
  return { lines, logs };
}
