import assert from 'node:assert/strict';
import { document, fault, resolved } from '../openapi/schema.ts';

/**
 * Asserts that an event has exactly the fields that the OpenAPI document describes for its type, in
 * that order.
 */
export function assertDocumented({
  type,
  body,
}: {
  readonly type: string;
  readonly body: string;
}): void {
  const schema =
    document.webhooks[type]?.post.requestBody.content['application/json']?.schema ?? {};
  const event = JSON.parse(body);
  assert.equal(fault(schema, event), undefined);
  const { data = {}, ...others } = resolved(schema).properties ?? {};
  assert.deepEqual(Object.keys(event), [...Object.keys(others), 'data']);
  assert.deepEqual(Object.keys(event.data), Object.keys(resolved(data).properties ?? {}));
}
