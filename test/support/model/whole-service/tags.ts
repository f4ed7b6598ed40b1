import assert from 'node:assert/strict';
import type { Expected, Model, Plan } from './model.ts';

/** A read with an ETag, which the next one of the same name may send back. `state` changes whenever the tag must. */
export function tagged(model: Model, name: string, sendsTag: boolean, state: string, expected: Expected): Plan {
  const known = sendsTag ? model.tags.get(name) : undefined;
  return {
    ...(known && { headers: { 'if-none-match': known.tag } }),
    respond: () => {
      if (known?.state === state) return { status: 304, headers: { etag: known.tag } };
      return {
        ...expected,
        learn: (_, { headers, text }) => {
          const tag = headers.get('etag') ?? assert.fail(`${name} has no ETag`);
          const before = model.tags.get(name);
          assert.ok(before?.tag !== tag || before.text === text, `${name} has changed, and its ETag has not`);
          model.tags.set(name, { tag, text, state });
        },
      };
    },
  };
}
