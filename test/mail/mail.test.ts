import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { RawSettings } from '../../src/settings.ts';
import { freePort } from '../support/free-port.ts';
import { MailServer } from '../support/mail/mail-server.ts';
import { memoryLog } from '../support/service/memory-log.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { testEngine } from '../support/store/engines.ts';
import { until } from '../support/until.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';

/** A plain server: the tests of TLS are in test/cli/mail.test.ts, where its certificate is trusted. */
const plain = { disabledCommands: ['STARTTLS'] };
const limits = { mailTickMs: 10, mailRetryMs: 60_000 };
const hour = 3_600_000;
const day = 24 * hour;

/** The 15th of November 2026 in Auckland begins at 11:00 of the 14th in UTC. */
const midnight = Date.parse('2026-11-14T11:00:00Z');

type Mail = {
  readonly configured: boolean;
  readonly lastSentAt: string | null;
  readonly lastError: string | null;
};

const mailIn = async (response: Response) => (await response.json()) as Mail;

/** Starts a service of a shop in Auckland, whose mail is due at seven. */
async function startShop(t: TestContext, nowMs: number, more: RawSettings = {}) {
  let now = nowMs;
  const server = await MailServer.start(t, plain);
  const { lines, logs } = memoryLog();
  const settings = { ...server.settings(), TIME_ZONE: 'Pacific/Auckland', ...more };
  const start = () => startService(t, { settings, now: () => now, limits, logs, pets: [] });
  const service = await start();
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const clock = {
    now: () => now,
    /** Sets the time of the service, and that of PostgreSQL, which has a clock of its own. */
    set: async (ms: number) => {
      now = ms;
      await service.setTime();
    },
    advance: async (ms: number) => clock.set(now + ms),
  };
  return { clock, server, service, settings, owner, lines, logs };
}

describe('the mail of each morning', { concurrency: 3 }, () => {
  test('is sent at its time in the time zone of the shop, once a day', async (t) => {
    const { clock, server, service } = await startShop(t, midnight + 7 * hour - 60_000);
    const due = midnight + 7 * hour;
    await clock.set(due);
    await until(() => server.mails.length === 1);
    await clock.advance(16 * hour);
    await until(async () => (await service.store.mailStatus()).lastSentAtMs === due);
    await clock.advance(8 * hour);
    await until(() => server.mails.length === 2);
    const [mail, next] = server.mails;
    assert.equal(mail?.subject, 'Pawstock: Saturday, November 14, 2026');
    assert.equal(next?.subject, 'Pawstock: Sunday, November 15, 2026');
    assert.equal(mail?.from, 'shop@shop.example');
    assert.deepEqual(mail?.to, ['owner@shop.example', 'clerk@shop.example']);
  });

  test('tells about the day before', async (t) => {
    const { clock, server, service } = await startShop(t, midnight - 5 * hour);
    const put = (petId: number, quantity: number) =>
      service.call('PUT', `/v1/inventory/${petId}`, { body: { quantity, status: 'available' } });
    const change = (petId: number, delta: number, reason: string) =>
      service.call('POST', `/v1/inventory/${petId}/adjustments`, { body: { delta, reason } });
    await put(1, 20);
    await put(2, 3);
    await put(3, 100);
    const details = { body: { name: 'Goldfish <red>', lowAt: 18 } };
    await service.call('PATCH', '/v1/inventory/1/details', details);
    await clock.advance(hour);
    await change(1, -4, 'sale');
    await change(2, -3, 'sale');
    await change(3, -1, 'died');
    await change(3, -2, 'damage');
    await clock.set(midnight + 8 * hour);
    await until(() => server.mails.length === 2);
    const { text = '', html = '' } = server.mails.at(-1) ?? {};

    await t.test('what was sold', () => {
      assert.match(text, /Sold yesterday\n- Goldfish <red>: 4\n- Pet 2: 3/);
    });

    await t.test('what ran out', () => {
      assert.match(text, /Ran out yesterday\n- Pet 2/);
    });

    await t.test('what died or was lost', () => {
      assert.match(text, /Died or lost yesterday\n- Pet 3: 1 died\n- Pet 3: 2 damaged or lost/);
    });

    await t.test('what to order', () => {
      assert.match(text, /To order within a week\n(?:- .*\n)*- Pet 2: order \d+ \(0 in stock\)/);
    });

    await t.test('in HTML, too', () => {
      assert.match(html, /<li>Goldfish &lt;red&gt;: 4<\/li>/);
    });
  });

  test('is sent by one of several instances, and not again after a restart', async (t) => {
    const shop = await startShop(t, midnight + 6 * hour);
    const { clock, server, service, settings, logs } = shop;
    const others = { ...settings, DATABASE_URL: service.database };
    const start = () =>
      startService(t, {
        settings: others,
        now: clock.now,
        limits,
        logs,
        pets: [],
        secret: shop.owner,
      });
    const second = await start();
    await clock.advance(2 * hour);
    await until(() => server.mails.length > 0);
    await second.stop();
    await service.stop();
    await start();
    // The service looks for faults after it has looked whether the mail of the day is due.
    await addEndpoint(service.store, 'https://shop.example/');
    await testEngine.execute(
      service.database,
      `update webhook_progress set state = 'disabled', failing_since_ms = 1, disabled_at_ms = 1`,
    );
    const subjects = () => server.mails.map(({ subject }) => subject);
    await until(() => subjects().includes('Pawstock needs a hand'));
    assert.deepEqual(subjects(), [
      'Pawstock: Saturday, November 14, 2026',
      'Pawstock needs a hand',
    ]);
  });

  test('is sent again later if the mail server is away, and the service says so', async (t) => {
    const port = await freePort();
    const shop = await startShop(t, midnight + 8 * hour, { MAIL_URL: `smtp://127.0.0.1:${port}` });
    const { service, owner, lines, clock, server } = shop;
    const headers = { authorization: `Bearer ${owner}` };
    const mail = async () => mailIn(await service.call('GET', '/v1/mail', { headers }));
    await until(() => lines.some((line) => line.includes('a mail could not be sent')));
    const { lastSentAt, lastError } = await mail();
    assert.equal(lastSentAt, null);
    assert.match(lastError ?? '', /ECONNREFUSED/);
    // The list is served meanwhile.
    assert.equal((await service.call('GET', '/v1/inventory')).status, 200);
    const failures = () => lines.filter((line) => line.includes('could not be sent')).length;
    await clock.advance(limits.mailRetryMs);
    await until(() => failures() === 2);
    assert.equal(server.mails.length, 0);
  });

  test('a refused mail is sent once the server takes it', async (t) => {
    const { server, clock, lines } = await startShop(t, midnight + 6 * hour);
    server.refusal = 'try again';
    await clock.advance(2 * hour);
    await until(() => lines.some((line) => line.includes('a mail could not be sent')));
    server.refusal = undefined;
    await clock.advance(limits.mailRetryMs);
    await until(() => server.mails.length === 1);
  });
});

test('a fault of the service is mailed at once, and again each day', async (t) => {
  const { clock, server, service } = await startShop(t, midnight + hour);
  await service.call('PUT', '/v1/inventory/1', { body: { quantity: 50, status: 'available' } });
  // The clock was ahead by two days, and is set right.
  await clock.advance(2 * day);
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 51 } });
  await clock.advance(-2 * day);
  const faults = () => server.mails.filter(({ subject }) => subject === 'Pawstock needs a hand');
  await until(() => faults().length === 1);
  assert.match(faults()[0]?.text ?? '', /- The clock was ahead once: .* until Nov 17, 2026/);
  await clock.advance(6.5 * hour);
  await until(() => server.mails.some(({ subject }) => subject.includes('November 14')));
  await clock.set(midnight + day + hour);
  await until(() => faults().length > 1);
  assert.equal(faults().length, 2);
});

describe('GET /v1/mail and POST /v1/mail/test', { concurrency: 3 }, () => {
  test('with a mail server', async (t) => {
    const { server, service, owner } = await startShop(t, midnight + hour, { MAIL_AT: '23:30' });
    const headers = { authorization: `Bearer ${owner}` };
    const settings = {
      configured: true,
      at: '23:30',
      to: ['owner@shop.example', 'clerk@shop.example'],
      lastSentAt: null,
      lastError: null,
    };

    await t.test('an owner sees the settings, without secrets', async () => {
      const response = await service.call('GET', '/v1/mail', { headers });
      assert.deepEqual(await response.json(), settings);
    });

    await t.test('another key does not see them', async () => {
      assert.equal((await service.call('GET', '/v1/mail')).status, 403);
    });

    await t.test('an owner sends the mail now', async () => {
      const sent = await service.call('POST', '/v1/mail/test', { headers });
      assert.equal(sent.status, 200);
      assert.deepEqual(await sent.json(), { ...settings, lastSentAt: '2026-11-14T12:00:00.000Z' });
      assert.equal(server.mails.length, 1);
    });

    await t.test('an owner sees why a mail was refused', async () => {
      server.refusal = 'mailbox full';
      const refused = await service.call('POST', '/v1/mail/test', { headers });
      assert.match((await mailIn(refused)).lastError ?? '', /mailbox full/);
    });
  });

  const calls = [
    { title: 'is shown to an owner', method: 'GET', path: '/v1/mail' },
    { title: 'is no fault when an owner sends the mail', method: 'POST', path: '/v1/mail/test' },
  ];
  for (const { title, method, path } of calls) {
    test(`that there is no mail server ${title}`, async (t) => {
      const service = await startService(t);
      const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
      const headers = { authorization: `Bearer ${owner}` };

      const mail = await mailIn(await service.call(method, path, { headers }));

      assert.equal(mail.configured, false);
      assert.equal(mail.lastSentAt, null);
    });
  }
});
