import assert from 'node:assert/strict';
import { errorCodes } from '../../src/domain/errors.ts';
import { errorStatus } from '../../src/http/error-status.ts';

export type WireAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Every answer in what a connection has brought, read strictly: whatever is not exactly an answer throws. */
export function answersIn(text: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) [A-Za-z -]+$/.exec(line)?.[1];
    assert.ok(end !== -1 && status !== undefined, `no answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers = new Map(lines.map(headerOf));
    assert.equal(headers.size, lines.length, 'a header was sent twice');
    rest = rest.slice(end + 4);
    if (status === '100') continue;
    const { body, bytes } = bodyOf(rest, headers);
    rest = rest.slice(bytes);
    answers.push({ status: Number(status), headers, body });
  }
  return answers;
}

function headerOf(line: string): [string, string] {
  const [, name, value] = /^([a-z-]+): ([\x20-\x7e]*)$/.exec(line) ?? [];
  assert.ok(name !== undefined && value !== undefined, `no header: ${JSON.stringify(line)}`);
  return [name, value];
}

function bodyOf(rest: string, headers: ReadonlyMap<string, string>): { body: string; bytes: number } {
  // An answer to HEAD names a length and has no body.
  if (rest === '' || rest.startsWith('HTTP/1.1 ')) return { body: '', bytes: 0 };
  const length = headers.get('content-length');
  if (length !== undefined) {
    assert.ok(rest.length >= Number(length), 'the body is shorter than its length');
    return { body: rest.slice(0, Number(length)), bytes: Number(length) };
  }
  if (headers.get('transfer-encoding') === 'chunked') return chunksIn(rest);
  assert.equal(headers.get('connection'), 'close', 'the body has no end');
  return { body: rest, bytes: rest.length };
}

function chunksIn(rest: string): { body: string; bytes: number } {
  let body = '';
  for (let at = 0; at < rest.length; ) {
    const line = /^([\da-f]+)\r\n/.exec(rest.slice(at, at + 12));
    assert.ok(line, 'a malformed chunk');
    const size = Number.parseInt(line[1] as string, 16);
    at += line[0].length;
    body += rest.slice(at, at + size);
    at += size + 2;
    if (size === 0) return { body, bytes: at };
  }
  // A stream that was broken off, by us.
  return { body, bytes: rest.length };
}

/** What every answer to whatever request must be: known by its id, no fault of ours, and an `Error` if it is an error. */
export function assertProper({ status, headers, body }: WireAnswer): void {
  assert.match(headers.get('x-request-id') ?? '', /^[\w.:+/=@~-]{1,128}$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  assert.ok(!headers.has('server') && !headers.has('x-powered-by'));
  assert.ok(status >= 200 && status < 500, `${status} ${body}`);
  if (status < 400 || body === '') return;
  assert.equal(headers.get('content-type'), 'application/json');
  const error = JSON.parse(Buffer.from(body, 'latin1').toString()) as Record<string, unknown>;
  assert.deepEqual(Object.keys(error), ['code', 'message', 'status']);
  const code = errorCodes.find((known) => known === error['code']);
  assert.ok(code !== undefined, body);
  assert.equal(errorStatus[code], status);
  assert.equal(error['status'], status);
  assert.equal(typeof error['message'], 'string');
  assert.doesNotMatch(String(error['message']), /\.ts\b|node_modules|\bat \w+ \(|paw_\w{20}/);
}
