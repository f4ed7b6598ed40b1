import { connect } from 'node:net';
import { patienceMs } from './until.ts';

export type RawAnswer = { readonly status: number; readonly headers: Map<string, string>; readonly body: string };

/** Sends bytes as they are, and returns the first answer when the server has closed, or the wait is over. */
export function rawRequest(
  port: number,
  pieces: readonly (string | Buffer)[],
  waitMs = patienceMs,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    const timer = setTimeout(() => socket.destroy(), waitMs);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    // A server that closes while we still send resets the connection; what it said before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      const answer = parseAnswer(received);
      if (answer === undefined) reject(new Error(`no answer: ${JSON.stringify(received.slice(0, 200))}`));
      else resolve(answer);
    });
  });
}

function parseAnswer(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
  if (end === -1 || status === undefined) return undefined;
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: */, '')]),
  );
  const length = Number(headers.get('content-length') ?? 0);
  return { status: Number(status), headers, body: text.slice(end + 4, end + 4 + length) };
}
