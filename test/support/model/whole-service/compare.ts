import assert from 'node:assert/strict';
import { type Expected, Judge, type Response } from './model.ts';

/** Compares a response with the model's prediction. */
export function compare(expected: Expected, response: Response, isHead: boolean): void {
  assert.equal(response.status, expected.status, `status: ${response.text}`);
  compareHeaders(expected.headers ?? {}, response);
  if (isHead) assert.equal(response.text, '');
  else if (expected.code !== undefined) {
    const { code, message, status, ...others } = JSON.parse(response.text) as Record<
      string,
      unknown
    >;
    assert.ok(expected.code.includes(String(code)), `${code} in place of ${expected.code}`);
    assert.deepEqual({ status, others }, { status: expected.status, others: {} });
    assert.equal(typeof message, 'string');
  } else if (expected.body !== undefined) {
    assertSame(expected.body, JSON.parse(response.text), 'the body');
  } else if (expected.status === 204 || expected.status === 304) assert.equal(response.text, '');
}

export function compareHeaders(
  expected: NonNullable<Expected['headers']>,
  { headers }: Pick<Response, 'headers'>,
): void {
  for (const [name, value] of Object.entries(expected))
    assert.equal(headers.get(name), value, `the header ${name}`);
}

export function assertSame(expected: unknown, actual: unknown, what: string): void {
  assert.deepEqual(actual, completed(expected, actual), `${what} is ${JSON.stringify(actual)}`);
}

/** Copies the predicted value, with the actual value in place of each `Judge` that accepts it. */
function completed(expected: unknown, actual: unknown): unknown {
  if (expected instanceof Judge) return expected.isRight(actual) ? actual : expected.what;
  if (typeof expected !== 'object' || expected === null) return expected;
  const found = Object(actual);
  if (Array.isArray(expected))
    return expected.map((value, index) => completed(value, found[index]));
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [name, completed(value, found[name])]),
  );
}

/**
 * Returns the rows in a response with one page of a list, and the path of the next page, if any.
 */
export function pageIn({ status, headers, text }: Response): {
  rows: unknown[];
  next: string | undefined;
} {
  assert.equal(status, 200, text);
  const next = /^<\/v1([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  assert.equal(next === undefined, headers.get('link') === null, 'a malformed Link');
  return { rows: JSON.parse(text) as unknown[], next };
}
