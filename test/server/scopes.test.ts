import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { newSecret, type Scope, scopes } from '../../src/domain/api-key.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/**
 * Calls every declared operation with keys of every scope and kind. Operations that are added later
 * are tested automatically.
 */

type Operation = (typeof operations)[number];

/** The paths whose operations all need an owner. */
const ownerPaths = /^\/(?:keys|webhooks|actions|backups|mail)\b/;

/** Further operations that need an owner, although others may read the same path. */
const ownerOperations = ['updateShop'];

function isForOwners({ path, operationId }: Operation): boolean {
  return ownerPaths.test(path) || ownerOperations.includes(operationId);
}

test('keys, webhooks, backups, mail, the list of actions and the settings of the shop are for owners', () => {
  const open = operations.filter((one) => isForOwners(one) && one.scope !== 'owner');
  assert.deepEqual(
    open.map(({ operationId }) => operationId),
    [],
    'operations that others than owners reach',
  );
});

test('nothing else needs an owner', () => {
  const closed = operations.filter((one) => !isForOwners(one) && one.scope === 'owner');
  assert.deepEqual(
    closed.map(({ operationId }) => operationId),
    [],
    'operations that only owners reach',
  );
});

/**
 * Calls an operation on a resource that does not exist, with a malformed body, so that nothing is
 * changed.
 */
async function callOn(
  service: TestService,
  { method, path }: Operation,
  secret: string,
): Promise<Response> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await service.call(
    method.toUpperCase(),
    `/v1${path.replace(/\{\w+\}/, '404')}`,
    {
      headers: { authorization: `Bearer ${secret}` },
      ...(hasBody ? { raw: '{"' } : {}),
    },
  );
  await response.body?.cancel();
  return response;
}

/** Statuses of a request whose key was let in. */
const letIn = [200, 304, 400, 404];

test('the key of a caller', async (t) => {
  const service = await startService(t);

  const assertEachIs = async (
    secret: string,
    expected: (operation: Operation) => readonly number[],
  ) => {
    const wrong: string[] = [];
    for (const operation of operations) {
      const { status } = await callOn(service, operation, secret);
      if (!expected(operation).includes(status)) wrong.push(`${operation.operationId}: ${status}`);
    }
    assert.deepEqual(wrong, [], 'operations with another status');
  };

  for (const scope of scopes) {
    await t.test(`with the scope ${scope} opens what needs it or less, and no more`, async () => {
      const secret = await createKey(service.store, { name: `of-${scope}`, scope });
      const opens = (needed: Scope) => scopes.indexOf(scope) >= scopes.indexOf(needed);
      await assertEachIs(secret, (operation) => (opens(operation.scope) ? letIn : [403]));
    });
  }

  await t.test('is refused with the scope that is missing', async () => {
    const reader = await createKey(service.store, { scope: 'read' });
    for (const operation of operations.filter(({ scope }) => scope !== 'read')) {
      const { headers } = await callOn(service, operation, reader);
      assert.equal(
        headers.get('www-authenticate'),
        `Bearer realm="pawstock", error="insufficient_scope", scope="${operation.scope}"`,
        operation.operationId,
      );
    }
  });

  await t.test('of the link of the first run opens what is for it, and no more', async () => {
    const secret = await createKey(service.store, { name: 'link', scope: 'setup' });
    await assertEachIs(secret, ({ isForSetup }) => (isForSetup === true ? letIn : [403]));
    const { status } = await service.call('GET', '/metrics', {
      headers: { authorization: `Bearer ${secret}` },
    });
    assert.equal(status, 403, 'no metrics for the link of the first run');
  });

  const createExpired = () =>
    createKey(service.store, { scope: 'owner', expiresAtMs: Date.now() - 1 });

  const createRevoked = async () => {
    const secret = await createKey(service.store, { name: 'revoked', scope: 'owner' });
    await service.store.perform(commandAction({ kind: 'key.revoke', name: 'revoked' }));
    return secret;
  };

  const invalid: [kind: string, create: () => Promise<string>][] = [
    ['that has expired', createExpired],
    ['that was revoked', createRevoked],
    ['that is unknown', async () => newSecret()],
    ['of a webhook', async () => `whsec_${Buffer.alloc(32).toString('base64')}`],
  ];
  for (const [kind, create] of invalid) {
    await t.test(`${kind} opens nothing`, async () => {
      await assertEachIs(await create(), () => [401]);
    });
  }
});
