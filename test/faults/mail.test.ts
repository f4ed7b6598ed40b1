import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { systemPlatform } from '../../src/platform.ts';
import { checkDatabase } from '../../src/settings.ts';
import { mountSmallDisk } from '../support/faults/small-disk.ts';
import { MailServer } from '../support/mail/mail-server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startService } from '../support/service/service.ts';
import { storeEngines } from '../support/store/engines.ts';
import { until } from '../support/until.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';

const plain = { disabledCommands: ['STARTTLS'] };
const [sqlite] = storeEngines;
const needsAHand = 'Pawstock needs a hand';

/** Without a pause, a service sends again at once what it may send again. */
const quick = { mailTickMs: 20, mailRetryMs: 0, mailTimeoutMs: 600_000 };
const takeover = { webhookTickMs: 20, webhookRenewIntervalMs: 100, webhookLeaseMs: 500 };

/** A time zone in which it is about noon now, so that no day ends during a test. */
function zoneAtNoon(): string {
  const east = 12 - new Date().getUTCHours();
  // "Etc/GMT-3" is three hours east of Greenwich.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

/** A fault of the service, about which it sends a mail after it has looked at the one of the day. */
async function disableEndpoint(database: string): Promise<void> {
  const store = await openStore(checkDatabase(database), { platform: systemPlatform });
  await addEndpoint(store, 'https://shop.example/');
  await store.close();
  await sqlite.execute(
    database,
    `update webhook_progress set state = 'disabled', failing_since_ms = 1, disabled_at_ms = 1`,
  );
}

describe('a service that is killed while it sends the mail of the morning', () => {
  async function startKilled(t: TestContext) {
    const server = await MailServer.start(t, plain);
    const cli = openCliHarness(t);
    await cli.createKey({ name: 'admin' });
    const env = { ...server.settings(), MAIL_AT: '00:00', TIME_ZONE: zoneAtNoon() };
    const serve = () => cli.serve([], { env, limits: { ...quick, ...takeover } });
    const subjects = () => server.mails.map(({ subject }) => subject);
    return { server, cli, serve, subjects };
  }

  test('sends it after its restart, if the mail server has not got it', async (t) => {
    const { server, cli, serve, subjects } = await startKilled(t);
    server.holdsAt = 'connection';
    const killed = await serve();
    await until(() => server.connections === 1);
    await killed.signal('SIGKILL');
    server.release();

    await serve();
    await until(() => server.mails.length === 1);
    await disableEndpoint(`sqlite:${cli.file}`);
    await until(() => subjects().includes(needsAHand));
    assert.equal(subjects().length, 2, subjects().join());
  });

  test('repeats it once if the mail server may have got it, and never again', async (t) => {
    const { server, cli, serve, subjects } = await startKilled(t);
    server.holdsAt = 'mail';
    for (const count of [1, 2]) {
      const killed = await serve();
      await until(() => server.mails.length === count);
      await killed.signal('SIGKILL');
    }
    server.release();

    await serve();
    await disableEndpoint(`sqlite:${cli.file}`);
    await until(() => subjects().includes(needsAHand));
    assert.equal(subjects().length, 3, subjects().join());
  });
});

test('a service that stops while it sends a mail finishes it, and no other sends it', async (t) => {
  const server = await MailServer.start(t, plain);
  const settings = { ...server.settings(), MAIL_AT: '00:00', TIME_ZONE: zoneAtNoon() };
  const limits = { ...quick, ...takeover, drainDeadlineMs: 60_000 };
  server.holdsAt = 'mail';
  const service = await startService(t, { settings, limits });
  await until(() => server.mails.length === 1);
  const stopping = service.stop();
  await until(async () => (await service.store.webhooks()).lease.holder === '');
  server.release();
  await stopping;
  const [progress] = await service.store.mailProgress(
    new Intl.DateTimeFormat('en-CA', { timeZone: settings.TIME_ZONE }).format(),
  );
  assert.equal(progress?.state, 'sent');
});

test('on a full disk the mail about it and that of the morning are sent, each once', async (t) => {
  let leave = async () => {};
  const disk = mountSmallDisk(t, () => leave());
  if (disk === undefined) return;
  const server = await MailServer.start(t, plain);
  let now = Date.parse('2026-11-15T06:00:00Z');
  const DATABASE_URL = `sqlite:${join(disk.folder, 'pawstock.db')}`;
  const settings = { ...server.settings(), DATABASE_URL, TIME_ZONE: 'UTC' };
  const service = await startService(t, { settings, now: () => now, limits: quick });
  leave = async () => {
    await service.stop();
    await service.store.close();
  };
  const change = async (quantity: number) =>
    (await service.call('PATCH', '/v1/inventory/1', { body: { quantity } })).status;
  const subjects = () => server.mails.map(({ subject }) => subject);

  disk.fill();
  let quantity = 0;
  while ((await change(quantity)) !== 507) quantity++;
  await until(() => server.mails.length === 1);
  assert.equal(server.mails[0]?.subject, needsAHand);
  assert.match(server.mails[0]?.text ?? '', /- The disk is full/);

  now = Date.parse('2026-11-15T07:30:00Z');
  await until(() => server.mails.length === 2);
  assert.equal(server.mails[1]?.subject, 'Pawstock: Saturday, November 14, 2026');

  disk.makeRoom();
  await disableEndpoint(DATABASE_URL);
  await until(() => server.mails.length > 2);
  assert.match(server.mails[2]?.text ?? '', /shop/);
  assert.deepEqual(subjects(), [needsAHand, 'Pawstock: Saturday, November 14, 2026', needsAHand]);
  assert.doesNotMatch(server.mails[2]?.text ?? '', /The disk is full/);
});
