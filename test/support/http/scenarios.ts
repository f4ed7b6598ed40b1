import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { errorStatus } from '../../../src/http/errors.ts';
import type { CallOptions, TestService } from '../service/service.ts';

/**
 * One request and its expected response: the method and path, further parts of the request, the
 * status, the error code or the whole body, some headers (null for a header that must be missing),
 * and the error message.
 */
export type Scenario = readonly [
  name: string,
  call: string,
  request: CallOptions,
  response: number | string,
  headers?: Record<string, string | RegExp | null>,
  message?: string | RegExp,
];

export async function runScenarios(
  t: TestContext,
  service: TestService,
  scenarios: readonly Scenario[],
): Promise<void> {
  for (const [name, call, request, expected, headers = {}, message] of scenarios) {
    const [, method = '', path = ''] = /^(\w+) (.*)$/s.exec(call) ?? [];
    const [, status, body] = /^(\d+)(?: (.*))?$/s.exec(String(expected)) ?? [];
    await t.test(`${name}: ${call.slice(0, 80)} → ${status}`, async () => {
      const response = await service.call(method, path, request);
      const text = await response.text();
      assert.equal(response.status, Number(status), text);
      assert.ok(response.headers.get('x-request-id'), 'every response has a request id');
      if (response.status >= 400 && body !== undefined) assertError(response, text, { code: body });
      else if (body !== undefined) assert.equal(text, body);
      for (const [header, value] of Object.entries(headers)) {
        const found = response.headers.get(header);
        if (value instanceof RegExp) assert.match(found ?? '', value, header);
        else assert.equal(found, value, header);
      }
      if (message === undefined) return;
      const told = (JSON.parse(text) as { message: string }).message;
      if (message instanceof RegExp) assert.match(told, message);
      else assert.equal(told, message);
    });
  }
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
