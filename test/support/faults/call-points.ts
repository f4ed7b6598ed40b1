import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { inForm } from '../long-form.ts';

/** A system call of a service, by its name and by how many of that name come up to it. */
export type CallPoint = { readonly call: string; readonly count: number };

/** Names the PATCH that is attacked there: its request id and Idempotency-Key. */
export function keyFor({ call, count }: CallPoint): string {
  return `${call.replaceAll(',', '-')}-${count}`;
}

type Points = {
  readonly calls: readonly string[];
  /** In the short form, some of the points that the long form goes through one by one. */
  readonly samples: readonly CallPoint[];
};

/** `attack` says what came of it, or undefined where the point was never reached, so that there are no more. */
export async function atEveryPoint(
  t: TestContext,
  { calls, samples }: Points,
  attack: (point: CallPoint) => Promise<string | undefined>,
): Promise<void> {
  const results = new Map<string, number[]>();
  const visit = async (point: CallPoint) => {
    const result = await attack(point);
    if (result === undefined) return false;
    const name = `${point.call}: ${result}`;
    results.set(name, [...(results.get(name) ?? []), point.count]);
    return true;
  };
  for (const point of inForm({ short: samples, long: [] })) {
    assert.ok(await visit(point), `${point.call} ${point.count} was never reached: choose another sample`);
  }
  for (const call of inForm({ short: [], long: calls })) {
    for (let count = 1; await visit({ call, count }); count++);
  }
  for (const [name, counts] of results) t.diagnostic(`${name} at ${counts.length} points: ${counts.join(' ')}`);
  assert.ok(results.size > 0);
}
