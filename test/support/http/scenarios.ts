import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { TestService } from '../service/service.ts';

/** One request and what must come back. */
export type Scenario = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly status: number;
  /** The code of the Error that must come back. */
  readonly code?: string;
  /** The exact text that must come back. */
  readonly text?: string;
  readonly expectHeaders?: Record<string, string | RegExp | null>;
};

export async function runScenarios(
  t: TestContext,
  service: TestService,
  scenarios: readonly Scenario[],
): Promise<void> {
  for (const scenario of scenarios) {
    await t.test(
      `${scenario.name}: ${scenario.method} ${scenario.path.slice(0, 80)} → ${scenario.status}`,
      async () => {
        await checkScenario(await service.call(scenario.method, scenario.path, scenario), scenario);
      },
    );
  }
}

async function checkScenario(response: Response, scenario: Scenario): Promise<void> {
  const text = await response.text();
  assert.equal(response.status, scenario.status, text);
  assert.ok(response.headers.get('x-request-id'), 'every answer has a request id');
  if (scenario.code !== undefined) assertError(response, text, scenario.code);
  if (scenario.text !== undefined) assert.equal(text, scenario.text);
  for (const [name, expected] of Object.entries(scenario.expectHeaders ?? {})) {
    const value = response.headers.get(name);
    if (expected instanceof RegExp) assert.match(value ?? '', expected, name);
    else assert.equal(value, expected, name);
  }
}

/** The specified Error, exactly: three fields, the status repeated, nothing of our inside. */
export function assertError(response: Response, text: string, code: string): void {
  assert.equal(response.headers.get('content-type'), 'application/json');
  const error = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(error), ['code', 'message', 'status']);
  assert.equal(error['code'], code);
  assert.equal(error['status'], response.status);
  assert.equal(typeof error['message'], 'string');
  assert.doesNotMatch(String(error['message']), /\.ts|node_modules|select |insert |\bat \w+ \(|paw_/);
}
