import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { errorStatus } from '../../../src/http/errors.ts';
import type { CallOptions, TestService } from '../service/service.ts';

/** One request and its expected response. */
export type Scenario = {
  readonly title: string;
  /** The method and the path, such as `GET /v1/inventory`. */
  readonly call: string;
  readonly request?: CallOptions;
  /** The status, and behind it the code of an error or the whole body, such as `204`. */
  readonly expected: number | string;
  /** Some headers of the response. A header that must be missing is null. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The message of an error. */
  readonly message?: string | RegExp;
};

/** Sends the requests one after the other. Each of them is a test of its own. */
export async function runScenarios(
  t: TestContext,
  service: TestService,
  scenarios: readonly Scenario[],
): Promise<void> {
  for (const scenario of scenarios) {
    const { title, call, request = {}, expected, headers = {}, message } = scenario;
    const [, method = '', path = ''] = /^(\w+) (.*)$/s.exec(call) ?? [];
    const [, status, body] = /^(\d+)(?: (.*))?$/s.exec(String(expected)) ?? [];

    await t.test(`${title}: ${call.slice(0, 80)} → ${status}`, async () => {
      const response = await service.call(method, path, request);
      const text = await response.text();

      assert.equal(response.status, Number(status), text);
      assert.ok(response.headers.get('x-request-id'), 'the response has no request id');
      if (body !== undefined) assertBody(response, text, body);
      for (const [header, value] of Object.entries(headers)) {
        const found = response.headers.get(header);
        if (value instanceof RegExp) assert.match(found ?? '', value, header);
        else assert.equal(found, value, header);
      }
      if (message !== undefined) assertMessage(text, message);
    });
  }
}

/** Asserts that a response has this body or, if it is an error, this code. */
function assertBody(response: Response, text: string, expected: string): void {
  if (response.status >= 400) assertError(response, text, { code: expected });
  else assert.equal(text, expected);
}

function assertMessage(text: string, expected: string | RegExp): void {
  const { message } = JSON.parse(text) as { message: string };
  if (expected instanceof RegExp) assert.match(message, expected);
  else assert.equal(message, expected);
}

type Answer = {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null | undefined };
};

/**
 * Asserts that the body is an error as specified: three fields, a known code, the status, and no
 * internal details.
 */
export function assertError(
  { status, headers }: Answer,
  text: string,
  fields: { readonly code?: string } = {},
): void {
  assert.equal(headers.get('content-type'), 'application/json');
  const error = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(error), ['code', 'message', 'status']);
  assert.partialDeepStrictEqual(error, { status, ...fields });
  assert.equal((errorStatus as Record<string, number>)[String(error['code'])], status, text);
  assert.equal(typeof error['message'], 'string');
  assert.doesNotMatch(
    String(error['message']),
    /\.ts\b|node_modules|select |insert |\bat \w+ \(|paw_\w{20}/,
  );
}
