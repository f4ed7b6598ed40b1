import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import { NameServer } from '../support/network/name-server.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { startService } from '../support/service/service.ts';
import { changeBeside, quickLimits } from '../support/webhooks/endpoint.ts';
import { addHanging, endless, untilAllHang } from '../support/webhooks/hanging.ts';

test('PostgreSQL is reached by name though the name servers of webhooks never answer', async (t) => {
  const { url } = await createDatabase(t);
  const nameServer = await NameServer.start(t, () => 'hang');
  const service = await startService(t, {
    settings: { DATABASE_URL: url.replace('127.0.0.1', 'localhost') },
    limits: { ...quickLimits, ...endless },
    nameServers: [nameServer.address],
  });
  await addHanging(service.store);
  await changeBeside(service.store, 1);
  await untilAllHang(nameServer);

  // Every new connection looks up the name of PostgreSQL.
  const another = await openStore(checkDatabase(service.database));
  t.after(() => another.close());
  await changeBeside(another, 1);
  const { status } = await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 1 } });
  assert.equal(status, 200);
});
