import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { errorStatus } from '../../src/http/errors.ts';
import { inForm, long } from '../support/long-form.ts';
import {
  type DocumentedRequest,
  invalidRequests,
  validRequests,
} from '../support/openapi/arbitraries.ts';
import {
  type DocumentedOperation,
  documentedOperations,
  fault,
  undeclaredHeaders,
} from '../support/openapi/schema.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';

/**
 * Sends random requests made from the OpenAPI document. The service must accept the valid ones and
 * refuse the invalid ones, and every response must match the document.
 */

const runs = {
  numRuns: inForm({ short: 12, long: 2_000 }),
  interruptAfterTimeLimit: inForm({ short: 60_000, long: 200_000 }),
};

/**
 * Error messages for requests that match the OpenAPI document but break a rule that it cannot
 * express.
 */
const beyondTheDocument = [
  /pet -?\d+ is in row \d+ already/,
  /would pass the maximum|there can be no more/,
  /^There is no change \d+ yet/,
  /contradict each other/,
  /must not be after "until"/,
  /^"url" cannot be used/,
  /must be in the Unicode form NFC/,
  /must not contain the (?:invisible character|mark of direction) U\+/,
];

type Answer = { readonly status: number; readonly message: string };

async function ask(
  service: TestService,
  operation: DocumentedOperation,
  request: DocumentedRequest,
): Promise<Answer> {
  const response = await service.call(request.method, request.path, request);
  const { [response.status]: documented } = operation.responses;
  assert.ok(documented, `${response.status} is not documented`);
  assert.deepEqual(undeclaredHeaders(response, documented), []);
  const type = response.headers.get('content-type');
  const { status } = response;
  const schema = documented.content?.[type ?? '']?.schema;
  assert.equal(schema === undefined, documented.content === undefined, `${type} is documented`);
  if (type === 'text/event-stream') {
    await response.body?.cancel();
    return { status, message: '' };
  }
  const text = await response.text();
  if (schema === undefined) {
    assert.equal(text, '');
    return { status, message: '' };
  }
  const value = JSON.parse(text);
  assert.equal(fault(schema, value), undefined, text);
  if (response.ok) return { status, message: '' };
  assert.equal(errorStatus[value.code as keyof typeof errorStatus], status);
  assert.equal(value.status, status);
  return { status, message: value.message };
}

/** Checks that the document declares `If-None-Match` and 304 exactly where they work. */
async function checkTags(
  service: TestService,
  operation: DocumentedOperation,
  headers: Record<string, string>,
) {
  const { path, method, parameters = [], responses } = operation;
  if (method !== 'GET' || responses[200]?.content?.['text/event-stream'] !== undefined) return;
  const target = `/v1${path.replace('{petId}', '1').replace('{id}', 'order-1001')}`;
  const first = await service.call(method, target, { headers });
  await first.body?.cancel();
  const etag = first.headers.get('etag');
  const again = await service.call(method, target, {
    headers: { ...headers, 'if-none-match': etag ?? '*' },
  });
  await again.body?.cancel();
  const isDeclared = parameters.some(({ name }) => name === 'If-None-Match');
  assert.equal(isDeclared, again.status === 304);
  assert.equal(responses[304] !== undefined, isDeclared);
  assert.equal(responses[200]?.headers?.['ETag'] !== undefined, etag !== null);
}

const pets = [1n, 2n, 3n, -5n, -(2n ** 63n), 2n ** 63n - 1n].map((petId) => ({
  petId,
  quantity: 10,
}));

/**
 * The operations on webhooks use a service whose stock never changes, so nothing is sent to random
 * URLs. In the long form of the test, each operation uses its own service, because thousands of
 * requests would use up the stock.
 */
function areaOf({ operationId, path }: DocumentedOperation): string {
  if (long) return operationId;
  return path.startsWith('/webhooks') ? 'endpoints' : 'all else';
}

const areas = Object.entries(Object.groupBy(documentedOperations, areaOf));

for (const [area, areaOperations = []] of areas) {
  test(`every operation on ${area} does what the document says`, async (t) => {
    const service = await startService(t, { pets, settings: { RATE_LIMIT: '100000' } });
    const owner = await createKey(service.store, { scope: 'owner' });
    const kinds = [
      { scope: 'write' },
      { scope: 'read' },
      { requireVersion: true },
      { rateLimit: 1 },
    ] as const;
    const others = await Promise.all(kinds.map((kind) => createKey(service.store, kind)));
    const key = fc
      .constantFrom(owner, owner, service.secret, ...others, 'none')
      .map((secret) => ({ authorization: `Bearer ${secret}` }));
    for (const operation of areaOperations) {
      await t.test(operation.operationId, async () => {
        // Earlier operations may have removed the pets and the reservation, so they are added
        // again.
        await addPets(service.store, pets);
        const items = [{ petId: 1, quantity: 1 }];
        await service.call('PUT', '/v1/reservations/order-1001', { body: { items } });
        // Some requests name this key or this endpoint, because the document has them as examples.
        if (long) await createKey(service.store, { name: 'till-3' });
        if (long) await addEndpoint(service.store, 'http://127.0.0.1:9', { name: 'web-shop' });
        const seen = new Set<number>();
        await fc.assert(
          fc.asyncProperty(validRequests(operation), key, async (request, header) => {
            const headers = { ...request.headers, ...header };
            const { status, message } = await ask(service, operation, { ...request, headers });
            seen.add(status);
            const isBeyond = beyondTheDocument.some((rule) => rule.test(message));
            assert.ok(status !== 400 || isBeyond, message);
            assert.ok(![413, 415].includes(status));
          }),
          runs,
        );
        // The short form of the test sends too few requests to guarantee a successful response.
        if (long) assert.ok([200, 201, 204].some((status) => seen.has(status)));

        await fc.assert(
          fc.asyncProperty(invalidRequests(operation), async (request) => {
            const headers = { ...request.headers, authorization: `Bearer ${owner}` };
            const { status } = await ask(service, operation, { ...request, headers });
            assert.equal(status, 400, 'what the document does not allow is refused');
          }),
          runs,
        );
        await checkTags(service, operation, { authorization: `Bearer ${owner}` });
      });
    }
  });
}
