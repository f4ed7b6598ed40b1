import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage, typeLines } from '../../support/browser/page.ts';
import { inForm } from '../../support/long-form.ts';
import { TcpProxy } from '../../support/network/tcp-proxy.ts';
import { startService } from '../../support/service/service.ts';
import { numberedPets } from '../../support/service/store-contents.ts';
import { openList } from '../lists.ts';

const salesMax = inForm({ short: 200, long: 2_000 });
const petCount = 40;
/** How many units of each pet the sales leave of the thousand that there were. */
const unitsLeft = 1_000 - salesMax / petCount;

const countOf = (lists: number) => `${lists.toLocaleString('en')} lists wait on this device.`;

/** Writes sales into the database of the page, as if each had been saved there. */
const writeSales = (person: object) => `(async () => {
  const [{ name }] = await indexedDB.databases();
  const database = await new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction('waiting', 'readwrite');
  for (let sale = 0; sale < ${salesMax}; sale++) {
    const petId = BigInt(sale % ${petCount});
    transaction.objectStore('waiting').add({
      kind: 'sell', reason: 'sale', note: '', person: ${JSON.stringify(person)},
      lines: [{ petId, units: 1, seen: 1000 }],
      idempotencyKey: 'sale-' + sale,
      madeAtMs: Date.now(), checkedAtMs: Date.now(), progress: { kind: 'unsent' },
    });
  }
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  database.close();
})()`;

test('a week of sales on a phone without a network', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(petCount, 1_000) });
  const { name, createdAt } = (await (await service.call('GET', '/v1/key')).json()) as {
    name: string;
    createdAt: string;
  };
  const proxy = await TcpProxy.start(t, service.port);
  const page = await openPage(
    t,
    { ...service, url: `http://127.0.0.1:${proxy.port}` },
    { mayBeRefused: true, viewport: { width: 390, height: 800 } },
  );
  await page.getByText('Live', { exact: true }).waitFor();
  await openList(page, 'sell');
  proxy.pointTo(undefined);
  await page.getByText('The stock is as of').waitFor();
  await page.evaluate(writeSales({ name, createdAtMs: Date.parse(createdAt) }));

  const beganAtMs = performance.now();
  await typeLines(page, 'pet 1', '2*');
  await page.locator('[data-line="1"]').waitFor();
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await page.getByText(countOf(salesMax + 1)).waitFor();
  const savedAtMs = performance.now();
  await typeLines(page, 'pet 2', '2*');
  await page
    .locator('[data-line="2"]')
    .getByText(`${unitsLeft - 2} left`)
    .waitFor();
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await page.getByText(countOf(salesMax + 2)).waitFor();
  const nextAtMs = performance.now();

  proxy.pointTo(service.port);
  await page
    .getByText(/lists? waits? on this device/)
    .waitFor({ state: 'detached', timeout: 200_000 });
  const storedAtMs = performance.now();
  t.diagnostic(
    `a sale among ${salesMax} is typed and saved in ${Math.round(nextAtMs - savedAtMs)} ms ` +
      `(the first in ${Math.round(savedAtMs - beganAtMs)} ms); all are stored in ${Math.round(storedAtMs - nextAtMs)} ms`,
  );
  const items = (await (await service.call('GET', '/v1/inventory')).json()) as {
    quantity: number;
  }[];
  const sold = items.reduce((sum, { quantity }) => sum + 1_000 - quantity, 0);
  assert.equal(sold, salesMax + 4);
});
