import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, quantityOf, rowOf, setElsewhere, shows, showsAll, signInAs } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const pets = [1n, 2n, 3n, 12n, 300n].map((petId) => ({ petId, quantity: 10 }));

async function nameIn(service: TestService, petId: number): Promise<string | undefined> {
  const list = (await (await service.call('GET', '/v1/inventory/details')).json()) as {
    petId: number;
    name: string | null;
  }[];
  return list.find((one) => one.petId === petId)?.name ?? undefined;
}

test('a store without names', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);
  const headers = page.getByRole('columnheader');

  await subtest('shows nothing of them until a pet is named', async () => {
    await showsAll(headers, ['Pet', 'Status', 'Quantity', 'Actions']);
    await page.getByRole('searchbox', { name: 'Search by ID', exact: true }).waitFor();

    await name(page, 'pet 12', 'Rex');
    await page.getByText('Pet 12 (Rex) saved.').waitFor();
    await shows(rowOf(page, 12).locator('.cell-name'), 'Rex');
    await showsAll(headers, ['Pet', 'Name', 'Status', 'Quantity', 'Actions']);
    await name(page, 'pet 300', '  Golden   hamster, "Goldie" ');
    await page.getByText('Pet 300 (Golden hamster, "Goldie") saved.').waitFor();
    assert.equal(await nameIn(service, 300), 'Golden hamster, "Goldie"');

    await name(page, 'pet 1', 'x'.repeat(201));
    await page.getByText('Enter at most 200 characters.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
  });
});

test('names', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [...pets, { petId: 7n, quantity: 3 }] });
  for (const [petId, called] of Object.entries({ 7: 'Polly', 12: 'Rex', 300: 'Golden hamster, "Goldie"' }))
    await service.call('PATCH', `/v1/inventory/${petId}/details`, { body: { name: called } });
  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);
  const search = page.getByRole('searchbox');
  const headers = page.getByRole('columnheader');

  await subtest('the search finds names, and Enter opens the pet that is called so', async () => {
    await search.fill('ol');
    await showsAll(page.locator('.cell-pet:not([role=columnheader])'), ['7', '300']);
    await search.press('Enter');
    await page.getByText('2 pets match “ol”. Choose one.').waitFor();
    assert.equal(await page.locator('.editor').count(), 0);
    await search.fill('REX');
    await search.press('Enter');
    await page.getByRole('form', { name: 'Change pet 12 (Rex)' }).waitFor();
    await page.keyboard.press('Escape');
    await search.fill('goldie');
    await search.press('Enter');
    await page.getByRole('form', { name: 'Change pet 300' }).waitFor();
    await page.keyboard.press('Escape');
    await search.fill('nobody');
    await page.getByText('No ID or name contains “nobody”.').waitFor();
  });

  await subtest('an ID comes before a name that is the same; a name that two have opens neither', async () => {
    await name(page, 'pet 1', '12');
    await until(async () => (await nameIn(service, 1)) === '12');
    await search.fill('12');
    await showsAll(page.locator('.cell-pet:not([role=columnheader])'), ['12', '1']);
    await search.press('Enter');
    await page.getByRole('form', { name: 'Change pet 12 (Rex)' }).waitFor();
    await page.keyboard.press('Escape');
    await name(page, 'pet 1 (12)', 'rex');
    await until(async () => (await nameIn(service, 1)) === 'rex');
    await search.fill('rex');
    await search.press('Enter');
    await page.getByText('2 pets are called “rex”. Choose one.').waitFor();
  });

  await subtest('sorted by name, with those without a name at the end', async () => {
    const order = page.locator('.cell-pet:not([role=columnheader])');
    await headers.filter({ hasText: 'Name' }).getByRole('button').click();
    await showsAll(order, ['300', '7', '12', '1', '2', '3']);
    await headers.filter({ hasText: 'Name' }).getByRole('button').click();
    await showsAll(order, ['12', '7', '300', '1', '2', '3']);
  });

  await subtest('history, conflicts, notices and print say the name, also to a key that reads', async () => {
    await page.getByRole('button', { name: 'History of pet 12 (Rex)' }).click();
    await page.getByRole('dialog', { name: 'Pet 12 (Rex)' }).waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 12).click();
    await page.keyboard.type('15');
    await setElsewhere(service, 12, 11);
    await page.getByText('Pet 12 (Rex) has been changed by another user').waitFor();
    await page.getByRole('button', { name: 'Use mine 15' }).click();
    await page.getByText('Pet 12 (Rex): 11 → 15 (+4)').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: pet 12 (Rex) is back at 11.').waitFor();

    await page.emulateMedia({ media: 'print' });
    await showsAll(page.locator('.print-table th'), ['Pet', 'Name', 'Status', 'Quantity', 'Stock']);
    await page.emulateMedia({ media: 'screen' });

    const response = page.waitForResponse('**/inventory/details');
    await signInAs(page, await createKey(service.store, { name: 'viewer', scope: 'read' }));
    assert.equal((await response).status(), 200);
    await shows(rowOf(page, 12).locator('.cell-name'), 'Rex');
  });

  await subtest('an empty name removes it, and the last one takes the column with it', async () => {
    await page.getByRole('button', { name: 'More actions for pet 7 (Polly)' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Pet 7 saved.').waitFor();
    assert.equal(await nameIn(service, 7), undefined);
    for (const petId of [12, 300])
      await service.call('PATCH', `/v1/inventory/${petId}/details`, { body: { name: null } });
    await page.reload();
    await quantityOf(page, 1).waitFor();
    await showsAll(headers, ['Pet', 'Status', 'Quantity', 'Actions']);
  });
});

async function name(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${label}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(text);
  await page.keyboard.press('Enter');
}
