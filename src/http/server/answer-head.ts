import { STATUS_CODES } from 'node:http';
import { limits } from '../../limits.ts';
import type { Answer } from '../exchange.ts';

type Form = {
  readonly keepAlive: boolean;
  /** undefined for a body whose length shows only when it ends. */
  readonly length: number | undefined;
  readonly chunked: boolean;
};

const kept = `connection: keep-alive\r\nkeep-alive: timeout=${limits.keepAliveTimeoutMs / 1000}\r\n`;

/** On every answer: whatever a browser is led to here, it runs, frames and guesses nothing. Pages allow themselves more. */
const noGuessing = 'x-content-type-options: nosniff\r\n';
const guarded = `${noGuessing}content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n`;

/** The status line and headers, up to and with the empty line. */
export function answerHead({ status, headers }: Answer, { keepAlive, length, chunked }: Form): string {
  let text =
    statusLine(status) + dateLine() + (headers['content-security-policy'] === undefined ? guarded : noGuessing);
  for (const name in headers) if (name !== 'connection') text += `${name}: ${headers[name]}\r\n`;
  if (length !== undefined) text += `content-length: ${length}\r\n`;
  else if (chunked) text += 'transfer-encoding: chunked\r\n';
  return `${text}${keepAlive ? kept : 'connection: close\r\n'}\r\n`;
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    statusLines.set(status, line);
  }
  return line;
}

let dateText = '';
let dateSecond = 0;

/** Made once a second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = `date: ${new Date(second * 1000).toUTCString()}\r\n`;
  }
  return dateText;
}
