import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser/chromium.ts';
import { ledgerOf, openPage, quantityOf, rowOf, setElsewhere, shows } from '../support/browser/page.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

test('offline', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });
  const proxy = await startProxy(t, service.port);
  const page = await openPage(t, { ...service, url: proxy.url });
  await page.getByText('Live').waitFor();

  await t.test('shows the banner and keeps the input', async () => {
    await rowOf(page, 1).click();
    await page.keyboard.type('42');
    await page.getByLabel('Note').fill('typed before');
    proxy.cut();
    await page.getByText('Offline.').waitFor();
    await page.getByLabel('Note').fill('typed before and after');
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '42');
  });

  await t.test('a failed save keeps the input and can be repeated', async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not saved: Pawstock cannot be reached.').waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), 'typed before and after');
    await setElsewhere(service, 2, 55);
    proxy.restore();
    await page.getByText('Live').waitFor();
    assert.equal(await page.getByText('Offline.').count(), 0);
    await shows(quantityOf(page, 2), '55');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows(quantityOf(page, 1), '42');
    const [entry, ...older] = await ledgerOf(service, 1);
    assert.deepEqual([entry?.after, entry?.note, older.length], [42, 'typed before and after', 1]);
  });

  await t.test('a lost response is recovered without writing twice', async () => {
    await rowOf(page, 3).click();
    await page.keyboard.type('43');
    proxy.dropResponses();
    await page.keyboard.press('Enter');
    await page.getByText('Offline.').waitFor();
    await page.waitForTimeout(300);
    proxy.cut();
    proxy.restore();
    await page.getByText('Pet 3: 10 → 43 (+33)').waitFor();
    assert.equal((await ledgerOf(service, 3)).length, 2);
  });

  await t.test('a write that arrives after its time-out counts once', async () => {
    await loseNextWrite(page);
    await rowOf(page, 2).click();
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await page.getByText('Not saved yet').waitFor();
    await page.evaluate('sendLostWrite()');
    await page.getByText('Pet 2: 55 → 60 (+5)').waitFor();
    assert.equal((await ledgerOf(service, 2)).length, 3);
  });

  await t.test('a draft changed after a lost response is not applied on top of it', async () => {
    await rowOf(page, 1).click();
    await page.keyboard.type('+5');
    proxy.dropResponses();
    await page.keyboard.press('Enter');
    // The write arrives, and its response does not.
    await until(async () => (await ledgerOf(service, 1)).length === 3);
    proxy.cut();
    await page.getByText('Not saved: Pawstock cannot be reached.').waitFor();
    await page.getByRole('textbox', { name: 'Quantity to add' }).fill('7');
    proxy.restore();
    await page.reload();
    await page.getByRole('textbox', { name: 'Quantity to add' }).press('Enter');
    await page.getByText('Pet 1 has been changed by another user').waitFor();
    await page.getByRole('button', { name: 'Keep theirs 47' }).click();
    assert.equal((await ledgerOf(service, 1)).length, 3);
  });

  await t.test("the browser's offline and online events", async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByText('Offline.').waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByText('Live').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Offline.').waitFor();
    await setElsewhere(service, 2, 56);
    await page.context().setOffline(false);
    await page.getByText('Live').waitFor();
    await shows(quantityOf(page, 2), '56');
  });
});

/** Fails the next write in the page, and sends it only when `sendLostWrite` is called. */
async function loseNextWrite(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = (...request) => {
      if (request[1]?.method !== 'PATCH') return real(...request);
      window.fetch = real;
      Object.assign(window, { sendLostWrite: () => real(request[0], { ...request[1], signal: null }) });
      return Promise.resolve(new Response('no', { status: 500 }));
    };
  });
}

type Proxy = {
  readonly url: string;
  /** Closes all connections and refuses new ones. */
  readonly cut: () => void;
  readonly restore: () => void;
  /** Forwards requests, drops responses and closes event streams. */
  readonly dropResponses: () => void;
};

/** A TCP proxy to the service that can be interrupted. */
async function startProxy(t: TestContext, port: number): Promise<Proxy> {
  const open = new Set<Socket>();
  let state: 'open' | 'cut' | 'dropping' = 'open';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (state === 'cut') return socket.destroy();
    const upstream = connect(port, '127.0.0.1');
    for (const end of [socket, upstream]) {
      open.add(end);
      end.on('close', () => open.delete(end));
    }
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
    socket.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (state !== 'dropping') socket.write(bytes);
      else if (String(bytes).includes('event: change')) socket.destroy();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const closeAll = () => {
    for (const socket of open) socket.destroy();
  };
  t.after(() => {
    closeAll();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      state = 'cut';
      closeAll();
    },
    restore: () => {
      state = 'open';
    },
    dropResponses: () => {
      state = 'dropping';
    },
  };
}
