import pino from 'pino';
import { limits } from './limits.ts';
import { readableLine } from './log-line.ts';

/**
 * Every request has a line, so a line must cost next to nothing. These look like pino's but are put together by hand,
 * and handed on many at a time: one by one, they were a tenth of what a short request costs.
 */

/** The id is one of `request-id.ts` and has nothing in it that JSON would escape. */
type AnsweredRequest = {
  readonly requestId: string;
  readonly key: string | undefined;
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
};

export type RequestLog = (request: AnsweredRequest) => void;

/** Whoever reads standard error may be slow, and no caller waits for that: past the limit lines are dropped. */
export function openRequestLog(): RequestLog {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    contentMode: 'buffer',
    maxWrite: limits.logBytesGathered,
    maxLength: limits.logBytesWaitingMax,
  });
  const textOf = process.stderr.isTTY === true ? readableLine : (line: string) => line;
  let gathered = '';
  let lines = 0;
  let dropped = 0;
  destination.on('drop', () => {
    dropped += lines;
  });
  const handOver = () => {
    if (lines === 0 && dropped === 0) return;
    const untold = dropped;
    const text = untold === 0 ? gathered : textOf(droppedLine(untold)) + gathered;
    // It takes buffers in this mode, which its types do not say.
    destination.write(Buffer.from(text) as unknown as string);
    if (dropped === untold) dropped = 0;
    gathered = '';
    lines = 0;
  };
  setInterval(handOver, limits.logFlushIntervalMs).unref();
  process.once('exit', () => {
    handOver();
    destination.flushSync();
  });
  return (request) => {
    gathered += textOf(requestLine(request));
    lines += 1;
    if (gathered.length >= limits.logBytesGathered) handOver();
  };
}

/** Callers come back. */
let lastKey: string | undefined;
let lastBy = '';

function requestLine({ requestId, key, operation, status, ms }: AnsweredRequest): string {
  if (key !== lastKey) {
    lastKey = key;
    lastBy = key === undefined ? '' : `,"key":${JSON.stringify(key)}`;
  }
  return `{"level":30,"time":"${timeNow()}","requestId":"${requestId}"${lastBy},"operation":"${operation}","status":${status},"ms":${ms},"msg":"request"}\n`;
}

function droppedLine(lines: number): string {
  return `{"level":40,"time":"${timeNow()}","lines":${lines},"msg":"request lines dropped: standard error is not read"}\n`;
}

let lastMs = 0;
let lastTime = '';

/** A busy service answers many requests in the same millisecond. */
function timeNow(): string {
  const nowMs = Date.now();
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    lastTime = new Date(nowMs).toISOString();
  }
  return lastTime;
}
