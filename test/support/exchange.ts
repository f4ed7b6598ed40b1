import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { answersIn, assertProper, type WireAnswer } from './answers.ts';
import type { TestService } from './service.ts';
import { patienceMs } from './until.ts';

/**
 * Sends the bytes, then stops sending. Returns all that comes back until the server closes; fails if it does not, and if
 * it waits for what cannot come any more until the time for it is over.
 */
export function exchange(port: number, bytes: string | Buffer): Promise<WireAnswer[]> {
  const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(sent));
    const hanging = setTimeout(() => {
      reject(new Error(`no end to the answer to ${JSON.stringify(sent.toString('latin1'))}: ${received}`));
      socket.destroy();
    }, patienceMs);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      // A stream has no end of its own.
      if (received.includes('content-type: text/event-stream')) socket.destroy();
    });
    // What was said before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(hanging);
      try {
        const answers = answersIn(received);
        const waited = answers.some(({ status }) => status === 408);
        assert.ok(!waited, `waited for more of ${JSON.stringify(sent.toString('latin1'))}`);
        resolve(answers);
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** One request with a body of any bytes, and its one answer, which must be a proper one. */
export async function sendBody(
  { port, secret }: Pick<TestService, 'port' | 'secret'>,
  line: string,
  body: string | Buffer,
): Promise<WireAnswer> {
  const bytes = Buffer.from(body);
  const head = `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  const answers = await exchange(port, Buffer.concat([Buffer.from(head), bytes]));
  assert.equal(answers.length, 1);
  const [answer] = answers as [WireAnswer];
  assertProper(answer);
  return answer;
}
