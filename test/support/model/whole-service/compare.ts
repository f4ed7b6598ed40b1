import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type Expected, Judge, type Response } from './model.ts';

/** Holds a response against what the model expects. */
export function compare(expected: Expected, response: Response, isHead: boolean): void {
  assert.equal(response.status, expected.status, `status: ${response.text}`);
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    assert.equal(response.headers.get(name), value, `the header ${name}`);
  }
  if (isHead) assert.equal(response.text, '');
  else if (expected.code !== undefined) {
    const { code, message, status, ...others } = JSON.parse(response.text) as Record<string, unknown>;
    assert.ok(expected.code.includes(String(code)), `${code} in place of ${expected.code}`);
    assert.deepEqual({ status, others }, { status: expected.status, others: {} });
    assert.equal(typeof message, 'string');
  } else if (expected.body !== undefined) {
    assertSame(expected.body, JSON.parse(response.text), 'the body');
  } else if (expected.status === 204 || expected.status === 304) assert.equal(response.text, '');
}

export function assertSame(expected: unknown, actual: unknown, what: string): void {
  const fault = difference(expected, actual, what);
  assert.ok(fault === undefined, fault ?? '');
}

/** Where two values differ first; undefined if they do not. */
function difference(expected: unknown, actual: unknown, where: string): string | undefined {
  if (expected instanceof Judge) {
    return expected.isRight(actual) ? undefined : `${where} is ${JSON.stringify(actual)}, not ${expected.what}`;
  }
  if (isObject(expected) && isObject(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const [names, found] = [expected, actual].map((value) => Object.keys(value).sort());
    if (`${names}` !== `${found}`) return `${where} has ${found}, not ${names}`;
    for (const name of names ?? []) {
      const fault = difference(expected[name], actual[name], `${where}.${name}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  if (isDeepStrictEqual(expected, actual)) return undefined;
  return `${where} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The rows of a page, and the path of the next one. */
export function pageIn({ status, headers, text }: Response): { rows: unknown[]; next: string | undefined } {
  assert.equal(status, 200, text);
  const next = /^<\/v1([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  assert.equal(next === undefined, headers.get('link') === null, 'a malformed Link');
  return { rows: JSON.parse(text) as unknown[], next };
}
