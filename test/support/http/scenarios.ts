import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { TestService } from '../service/service.ts';

type Request = {
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
};

/**
 * One request and what must come back: the method and path, the rest of the request, the status, and some of the
 * response's headers (null for one that must not be there). The code of an error, or else the whole body, comes after
 * the status, and the message of an error at the end.
 */
export type Scenario = readonly [
  name: string,
  call: string,
  request: Request,
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
      if (response.status >= 400 && body !== undefined) assertError(response, text, body);
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

/** The body is an Error as specified: three fields, the status repeated, and nothing internal in the message. */
export function assertError(response: Response, text: string, code: string): void {
  assert.equal(response.headers.get('content-type'), 'application/json');
  const error = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(error), ['code', 'message', 'status']);
  assert.equal(error['code'], code);
  assert.equal(error['status'], response.status);
  assert.equal(typeof error['message'], 'string');
  assert.doesNotMatch(String(error['message']), /\.ts|node_modules|select |insert |\bat \w+ \(|paw_/);
}
