import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import { startService } from '../support/service/service.ts';

/** Sends the pieces as packets of their own, then stops sending. Returns the statuses of all answers. */
function statusesOf(port: number, pieces: readonly string[]): Promise<number[]> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        if (pieces.length > 1) await delay(1);
      }
      socket.end();
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve([...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code))));
  });
}

const host = 'Host: x\r\n';
const lineOf = (bytes: number) => `GET /${'a'.repeat(bytes - 'GET / HTTP/1.1'.length)} HTTP/1.1`;
const headersOf = (bytes: number) => `\r\n${host}X: ${'a'.repeat(bytes - `\r\n${host}X: `.length)}`;

test('the same bytes get the same answers, in however many packets they come', async (t) => {
  const service = await startService(t);
  const key = `Authorization: Bearer ${service.secret}\r\n`;
  const update = `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${key}Content-Length: 14\r\n\r\n{"quantity":5}`;
  const chunked = `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${key}Transfer-Encoding: chunked\r\n\r\n3;a=b\r\n{"q\r\nb\r\nuantity":5}\r\n0\r\nT: t\r\n\r\n`;
  const get = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
  const cases: [string, string, number[]][] = [
    ['one update', update, [200]],
    ['chunks', chunked, [200]],
    ['empty lines before it', `\r\n\r\n${update}`, [200]],
    ['half a request', get.slice(0, -3), [400]],
    ['half a body', update.slice(0, -3), [400]],
    ['an end that is none', `${get.replaceAll('\r\n', '\n')}\r\n\r\n`, [400]],
    ['nonsense', `\0${get}`, [400]],
  ];
  for (const [name, text, statuses] of cases) {
    await t.test(name, async () => {
      assert.deepEqual(await statusesOf(service.port, [text]), statuses, 'at once');
      assert.deepEqual(await statusesOf(service.port, [...text]), statuses, 'byte by byte');
    });
  }
  const line = limits.requestLineBytesMax;
  const headers = limits.headerBytesMax;
  const large: [string, string, number[]][] = [
    ['the longest line', `${lineOf(line)}\r\n${host}\r\n`, [404]],
    ['a line too long by one', `${lineOf(line + 1)}\r\n${host}\r\n`, [414]],
    ['the largest headers', `GET /healthz HTTP/1.1${headersOf(headers)}\r\n\r\n`, [200]],
    ['headers too large by one', `GET /healthz HTTP/1.1${headersOf(headers + 1)}\r\n\r\n`, [431]],
    ['both at their largest', `${lineOf(line)}${headersOf(headers)}\r\n\r\n`, [404]],
  ];
  for (const [name, text, statuses] of large) {
    await t.test(name, async () => {
      assert.deepEqual(await statusesOf(service.port, [text]), statuses, 'at once');
      for (const end of [1, 2, 3, 4, 5]) {
        assert.deepEqual(await statusesOf(service.port, [text.slice(0, -end), text.slice(-end)]), statuses, `-${end}`);
      }
      for (const at of [line - 1, line, line + 1, line + 2]) {
        assert.deepEqual(await statusesOf(service.port, [text.slice(0, at), text.slice(at)]), statuses, `at ${at}`);
      }
    });
  }
});
