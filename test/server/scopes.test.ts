import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { newSecret, scopes } from '../../src/domain/api-key.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/**
 * Calls every declared operation with keys of every scope and kind. Operations that are added later
 * are tested automatically.
 */

const managing = /^\/(?:keys|webhooks|actions|backups)\b/;

test('only owners reach keys, webhooks, backups and the list of actions, and nothing else needs an owner', () => {
  for (const { operationId, path, scope } of operations) {
    assert.equal(scope === 'owner', managing.test(path), `${operationId} needs ${scope}`);
  }
});

test('every operation is open to its scope and those above it, and closed to all others', async (t) => {
  const service = await startService(t);
  const secrets = new Map<string, string>();
  for (const scope of scopes)
    secrets.set(scope, await createKey(service.store, { name: `of-${scope}`, scope }));
  secrets.set(
    'expired',
    await createKey(service.store, { scope: 'owner', expiresAtMs: Date.now() - 1 }),
  );
  secrets.set('revoked', await createKey(service.store, { name: 'revoked', scope: 'owner' }));
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'revoked' }));
  const setup = await createKey(service.store, { name: 'link', scope: 'setup' });
  secrets.set('setup', setup);
  secrets.set('unknown', newSecret());
  secrets.set('of a webhook', `whsec_${Buffer.alloc(32).toString('base64')}`);

  const wrong: string[] = [];
  for (const { operationId, method, path, scope, isForSetup } of operations) {
    for (const [kind, secret] of secrets) {
      // The requested resources do not exist and the bodies are malformed, so no request changes
      // anything.
      const response = await service.call(
        method.toUpperCase(),
        `/v1${path.replace(/\{\w+\}/, '404')}`,
        {
          headers: { authorization: `Bearer ${secret}` },
          ...(method === 'GET' || method === 'DELETE' ? {} : { raw: '{"' }),
        },
      );
      await response.body?.cancel();
      const rank = (scopes as readonly string[]).indexOf(kind);
      const isOpen = rank >= scopes.indexOf(scope) || (kind === 'setup' && isForSetup === true);
      const isKey = rank >= 0 || kind === 'setup';
      const expected = isOpen ? [200, 304, 400, 404] : [isKey ? 403 : 401];
      if (response.status === 403) {
        const missing = `Bearer realm="pawstock", error="insufficient_scope", scope="${scope}"`;
        assert.equal(response.headers.get('www-authenticate'), missing, operationId);
      }
      if (!expected.includes(response.status))
        wrong.push(`${operationId} with ${kind}: ${response.status}`);
    }
  }
  assert.deepEqual(wrong, []);
  const { status } = await service.call('GET', '/metrics', {
    headers: { authorization: `Bearer ${setup}` },
  });
  assert.equal(status, 403, 'the link of the first run shows no metrics');
});
