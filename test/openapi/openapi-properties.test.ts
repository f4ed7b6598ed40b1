import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { errorStatus } from '../../src/http/errors.ts';
import { inForm, long } from '../support/long-form.ts';
import { type DocumentedRequest, invalidRequests, validRequests } from '../support/openapi/arbitraries.ts';
import { type DocumentedOperation, documentedOperations, fault, undeclaredHeaders } from '../support/openapi/schema.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/**
 * Requests made from the OpenAPI document. Whatever it allows is taken, whatever it does not allow is refused, and every
 * answer is one that it describes.
 */

const runs = {
  numRuns: inForm({ short: 12, long: 2_000 }),
  interruptAfterTimeLimit: inForm({ short: 60_000, long: 200_000 }),
};

/** What the document cannot say: faults of requests that are valid in themselves. */
const beyondTheDocument = [
  /pet -?\d+ is in row \d+ already/,
  /would pass the maximum/,
  /^There is no change \d+ yet/,
  /contradict each other/,
  /must not be after "until"/,
  /^"url" cannot be used/,
  /must be in the Unicode form NFC/,
];

type Answer = { readonly status: number; readonly message: string };

async function ask(service: TestService, operation: DocumentedOperation, request: DocumentedRequest): Promise<Answer> {
  const response = await service.call(request.method, request.path, request);
  const { [response.status]: documented } = operation.responses;
  assert.ok(documented, `${response.status} is not documented`);
  assert.deepEqual(undeclaredHeaders(response, documented), []);
  const type = response.headers.get('content-type');
  if (type === 'text/event-stream') {
    assert.ok(documented.content?.[type], 'a stream is documented');
    await response.body?.cancel();
    return { status: response.status, message: '' };
  }
  const text = await response.text();
  if (documented.content === undefined) {
    assert.equal(text, '');
    return { status: response.status, message: '' };
  }
  const value = JSON.parse(text);
  const schema = documented.content[type ?? '']?.schema;
  assert.ok(schema, `${type} is documented`);
  assert.equal(fault(schema, value), undefined, text);
  if (response.ok) return { status: response.status, message: '' };
  assert.equal(errorStatus[value.code as keyof typeof errorStatus], response.status);
  assert.equal(value.status, response.status);
  return { status: response.status, message: value.message };
}

describe('every operation does what the document says:', () => {
  for (const operation of documentedOperations) {
    test(operation.operationId, async (t) => {
      const pets = [1n, 2n, 3n, -5n, -(2n ** 63n), 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 10 }));
      const service = await startService(t, { pets, settings: { RATE_LIMIT: '100000' } });
      const owner = await createKey(service.store, { scope: 'owner' });
      const items = [{ petId: 1, quantity: 1 }];
      await service.call('PUT', '/v1/reservations/order-1001', { body: { items } });
      const secrets = [
        owner,
        owner,
        service.secret,
        await createKey(service.store, { scope: 'write' }),
        await createKey(service.store, { scope: 'read' }),
        await createKey(service.store, { requireVersion: true }),
        await createKey(service.store, { rateLimit: 1 }),
        'none',
      ];
      const key = fc.constantFrom(...secrets).map((secret) => ({ authorization: `Bearer ${secret}` }));
      const withKey = (requests: fc.Arbitrary<DocumentedRequest>) =>
        fc
          .tuple(requests, key)
          .map(([request, header]) => ({ ...request, headers: { ...request.headers, ...header } }));
      const seen = new Map<number, number>();

      const valid = withKey(validRequests(operation));
      await fc.assert(
        fc.asyncProperty(valid, async (request) => {
          const { status, message } = await ask(service, operation, request);
          seen.set(status, (seen.get(status) ?? 0) + 1);
          if (status === 400)
            assert.ok(
              beyondTheDocument.some((rule) => rule.test(message)),
              message,
            );
          assert.ok(![413, 415].includes(status));
        }),
        runs,
      );
      t.diagnostic(`valid: ${[...seen].map(([status, count]) => `${status} ×${count}`).join(', ')}`);
      // Too few to be sure of in the short form.
      if (long) assert.ok([200, 201, 204].some((status) => seen.has(status)));

      await fc.assert(
        fc.asyncProperty(invalidRequests(operation), async (request) => {
          const headers = { ...request.headers, authorization: `Bearer ${owner}` };
          const { status } = await ask(service, operation, { ...request, headers });
          assert.equal(status, 400, 'what the document does not allow is refused');
        }),
        runs,
      );
    });
  }
});
