import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Expected, Model, Plan } from './model.ts';

/**
 * Plans a GET. If `sendsTag` is set, it sends the ETag of an earlier response, and gets 304 if
 * nothing has changed.
 */
export function tagged(
  model: Model,
  name: string,
  sendsTag: boolean,
  state: string,
  expected: Expected,
): Plan {
  const known = sendsTag ? model.tags.get(name) : undefined;
  return {
    ...(known && { headers: { 'if-none-match': known.tag } }),
    respond: () => {
      if (known?.state === state)
        return { status: 304, headers: { ...expected.headers, etag: known.tag } };
      return {
        ...expected,
        learn: (_, { headers, text }) => {
          const tag = headers.get('etag') ?? assert.fail(`${name} has no ETag`);
          const before = model.tags.get(name);
          assert.ok(
            before?.tag !== tag || before.text === text,
            `${name} has changed, and its ETag has not`,
          );
          model.tags.set(name, { tag, text, state });
        },
      };
    },
  };
}

/**
 * What a write requires of the version of a pet or reservation. 'absent': it must not exist.
 * 'none': nothing.
 */
export type Expectation = 'none' | 'current' | 'stale' | 'any' | 'weak' | 'absent';
export const expectation = fc.constantFrom<Expectation>(
  ...(['none', 'none', 'none', 'current', 'current', 'stale', 'any', 'weak'] as const),
);
export const expectationOrAbsent = fc.oneof(expectation, fc.constant('absent' as const));

/**
 * The header with which a write states the version that it expects; empty without an expectation.
 */
export type Precondition = { readonly 'if-match'?: string; readonly 'if-none-match'?: string };

export function preconditionFor(which: Expectation, version = 1): Precondition {
  if (which === 'none') return {};
  if (which === 'absent') return { 'if-none-match': '*' };
  const stale = `"${Math.max(1, version - 2)}"`;
  return {
    'if-match': { any: '*', weak: `W/"${version}"`, current: `"${version}", "1000000"`, stale }[
      which
    ],
  };
}

/**
 * Whether a pet's or reservation's current version, if there is one, satisfies the write's
 * expectation.
 */
export function isMet(
  { 'if-match': match, 'if-none-match': noneMatch }: Precondition,
  version?: number,
): boolean {
  if (version === undefined) return match === undefined;
  if (noneMatch !== undefined) return false;
  return match === undefined || match === '*' || match.split(', ').includes(`"${version}"`);
}

export const isUnconditional = (precondition: Precondition) =>
  Object.keys(precondition).length === 0;
