import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PetDetails } from 'pawstock-client/inventory-types.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  chooseCsv,
  chooseInMenu,
  intercept,
  openPage,
  quantityOf,
  setDetails,
  setElsewhere,
  shows,
  showsAll,
  showsPets,
  signInAs,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { createKey, levelsIn } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { saveList, showsLines } from '../lists.ts';

const header = 'petId,quantity,status';

test('import and export', { skip: noBrowser() }, async (t) => {
  const pets = Array.from({ length: 1_110 }, (_, index) => ({
    petId: BigInt(index + 1),
    quantity: 10,
  }));
  const service = await startService(t, { pets });
  await setDetails(service, {
    ...{ 20: { barcode: 'A' }, 21: { barcode: 'B' }, 22: { barcode: 'C' }, 23: { barcode: 'D' } },
    ...{ 31: { barcode: 'B-31' }, 32: { name: 'Old', barcode: 'B-32' }, 33: { name: 'Tom' } },
    1090: { name: '=cmd|calc!A1' },
  });
  const page = await openPage(t, service, { mayBeRefused: true });
  const dialog = page.getByRole('dialog', { name: 'Import a spreadsheet' });
  const items = dialog.getByRole('listitem');
  const levels = async () =>
    new Map((await levelsIn(service.store)).map((item) => [item.petId, item]));
  /**
   * Imports the chosen file, and waits for the outcome and for the messages about skipped rows, in
   * any order.
   */
  const importAll = async (outcome: string, ...skipped: readonly string[]) => {
    await dialog.getByRole('button', { name: /^Import \d/ }).click();
    await dialog.getByText(outcome).waitFor();
    const shown = async () =>
      (await items.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
    await until(async () => (await shown()).toSorted().join() === skipped.toSorted().join());
  };
  const close = () => dialog.getByRole('button', { name: 'Close' }).last().click();
  const exported = async (name: RegExp) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), name);
    return readFileSync(await download.path(), 'utf8');
  };

  await t.test('the preview shows every change before the import stores it', async () => {
    await chooseCsv(
      page,
      header,
      '1,12,available',
      '2,10,sold',
      '3,10,available',
      '9007199254740993,1,pending',
    );
    await dialog
      .getByText('1 new pet, 2 changed, 1 unchanged. Nothing has been saved yet.')
      .waitFor();
    await showsAll(items, ['110 →to 12 (+2)', '2Available →to Sold10']);
    await dialog.getByRole('radio', { name: 'New 1' }).click({ force: true });
    await showsAll(items, ['9007199254740993Pending1']);
    const warning = '1 pet ID is beyond 9007199254740991, such as 9007199254740993.';
    await dialog.getByText(warning).waitFor();
    assert.equal((await levels()).size, pets.length);
    await importAll('Stored: 3 rows. Skipped: 0.');
    await close();
    const after = await levels();
    assert.deepEqual(
      [after.get(1n)?.quantity, after.get(2n)?.status, after.get(9007199254740993n)?.quantity],
      [12, 'sold', 1],
    );
    await shows(quantityOf(page, 1), '12');
  });

  await t.test(
    'pets that change after the preview, or during the import, are skipped and listed',
    async () => {
      await chooseCsv(
        page,
        header,
        '4,1,available',
        '5,1,available',
        '6,1,sold',
        '8,1,available',
        '5555,1,available',
      );
      await dialog.getByRole('button', { name: 'Import 5 pets' }).waitFor();
      await setElsewhere(service, 5, 77);
      await service.call('DELETE', '/v1/inventory/6');
      let isFirst = true;
      await intercept(page, `${service.url}/v1/inventory`, async (route) => {
        if (isFirst) {
          await setElsewhere(service, 8, 66);
          await service.call('PUT', '/v1/inventory/5555', {
            body: { quantity: 66, status: 'available' },
          });
        }
        isFirst = false;
        await route.continue();
      });
      await importAll(
        'Stored: 1 row. Skipped: 4',
        'Pet 5 has been changed to 77, available by admin',
        'Pet 5555 has been added by admin',
        'Pet 6 has been removed by admin',
        'Pet 8 has been changed to 66, available by admin',
      );
      await close();
      await page.unrouteAll();
      const after = await levels();
      assert.deepEqual(
        [4n, 5n, 8n, 5555n].map((petId) => after.get(petId)?.quantity),
        [1, 77, 66, 66],
      );
    },
  );

  await t.test(
    'the export has the shown pets in the order of the table, and no name that is a formula',
    async () => {
      await page.getByRole('searchbox').fill('109');
      await page.getByRole('columnheader', { name: 'Pet' }).getByRole('button').click();
      const found = [109, 1109, ...Array.from({ length: 10 }, (_, index) => 1099 - index)];
      await showsPets(page, ...found);
      const lines = found.map(
        (petId) => `${petId},10,Available,${petId === 1090 ? "'=cmd|calc!A1" : ''}`,
      );
      const csv = await exported(/^pawstock-\d{4}-\d{2}-\d{2}\.csv$/);
      assert.equal(csv, ['\ufeffPet ID,Quantity,Status,Name', ...lines, ''].join('\n'));
      await page.getByRole('link', { name: 'Activity' }).click();
      assert.match(
        await exported(/^pawstock-activity\.csv$/),
        /^\ufeffName,.*\r\n/,
        'as Excel opens it in English',
      );
      await page.getByRole('link', { name: 'Stock' }).click();
      await page.getByRole('searchbox').fill('');
    },
  );

  await t.test(
    'pets of a file may exchange barcodes; details alone are no change of the stock',
    async () => {
      const lastSeq = async () => {
        const [entry] = await (await service.call('GET', '/v1/inventory/history?limit=1')).json();
        return (entry as { seq: number }).seq;
      };
      const before = await lastSeq();
      const rows = [
        '20,10,,B,',
        '21,10,,A,',
        '24,9,,C,',
        '25,20,,D,',
        '26,10,,F,',
        '27,10,Rex,,3',
        '28,10,Max,,',
      ];
      await chooseCsv(page, 'petId,quantity,name,Barcode,Low level', '22,8,,E,', ...rows);
      await dialog.getByText('1 line cannot be read.').waitFor();
      await showsAll(items, ['line 6: pet 23 has the barcode "D" already']);
      await dialog.getByRole('checkbox').check();
      await dialog
        .getByText('0 new pets, 7 changed (7 with other details), 0 unchanged.')
        .waitFor();
      await dialog.getByRole('radio', { name: 'Changed 7' }).click({ force: true });
      await showsAll(items, [
        '22 barcode C →to E10 →to 8 (−2)',
        '24 barcode C10 →to 9 (−1)',
        '20 barcode A →to B10',
        '21 barcode B →to A10',
        '26 barcode F10',
        '27 Rex low level 310',
        '28 Max10',
      ]);
      await setDetails(service, { 29: { barcode: 'F' } });
      await service.call('DELETE', '/v1/inventory/28');
      const taken = 'Pet 26 stays as it is: another pet has its barcode by now';
      await importAll('Stored: 5 rows. Skipped: 2', taken, 'Pet 28 has been removed');
      await close();
      assert.equal(await lastSeq(), before + 3, 'two quantities and the removal');
      const barcodes = async () => {
        const stored = (await (
          await service.call('GET', '/v1/inventory/details')
        ).json()) as PetDetails[];
        return stored
          .filter(({ petId }) => Number(petId) >= 20 && Number(petId) < 26)
          .map(({ barcode }) => barcode);
      };
      assert.equal((await barcodes()).join(), 'B,A,E,D,C');
      // Pets that are skipped keep their barcodes, although the import has freed these for each
      // other.
      await chooseCsv(page, 'petId,quantity,Barcode', '20,5,A', '21,7,B');
      await dialog.getByText('2 changed (2 with other details)').waitFor();
      for (const petId of [20, 21]) await setElsewhere(service, petId, 66);
      const changed = [20, 21].map(
        (petId) => `Pet ${petId} has been changed to 66, available by admin`,
      );
      await importAll('Stored: 0 rows. Skipped: 2', ...changed);
      await close();
      assert.equal((await barcodes()).join(), 'B,A,E,D,C');
    },
  );

  await t.test('Undo restores stock and details, and skips what has changed since', async () => {
    const read = async (path: string): Promise<unknown> =>
      (await service.call('GET', `/v1/inventory/${path}`)).json();
    const petIds = [31, 32, 33, 34, 35, 7777];
    const state = () =>
      Promise.all(petIds.flatMap((petId) => [read(`${petId}`), read(`${petId}/details`)]));
    const before = await state();
    const rows = [
      '31,11,available,,B-32',
      '32,3,sold,New,B-77',
      '33,10,available,Tim,',
      '34,5,available,,',
    ];
    await chooseCsv(
      page,
      `${header},name,barcode`,
      ...rows,
      '35,6,available,,',
      '7777,1,available,Rex,B-31',
    );
    await dialog.getByRole('checkbox', { name: 'Change names that differ' }).check();
    await importAll('Stored: 6 rows. Skipped: 0.');
    await setElsewhere(service, 35, 60);
    await close();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    const undo = page.getByRole('dialog', { name: 'Undo an import' });
    await undo
      .getByText('Stored: 5 rows. Skipped: 1, because they have changed since the import.')
      .waitFor();
    await showsAll(undo.getByRole('listitem'), [
      'Pet 35 has been changed to 60, available by admin',
    ]);
    assert.equal(await undo.getByRole('button', { name: 'Undo' }).first().count(), 0);
    await undo.getByRole('button', { name: 'Close' }).last().click();
    const skipped = { petId: 35, quantity: 60, status: 'available' };
    assert.deepEqual(await state(), before.with(8, skipped));
    const [undone, imported] = await changesOf(service, 34);
    assert.equal(undone, 'set 5 → 10, adjustment: Undo of the import of pets.csv');
    assert.equal(imported, 'set 10 → 5, adjustment: Import of pets.csv');
  });

  await t.test(
    'a file of codes adds pets under the next free IDs, and overwrites nothing',
    async () => {
      const first = ['SKU|Stock|Name', 'HAM-1|5 pcs|Golden hamster', 'KOI-2|7|Koi', 'A|9|Pet 21'];
      // This ID was given once. Its history and its reservations stay those of the removed pet.
      const highest = 9007199254740994n;
      const once = { body: { quantity: 1, status: 'sold' } };
      await service.call('PUT', `/v1/inventory/${highest}`, once);
      await service.call('DELETE', `/v1/inventory/${highest}`);
      await chooseCsv(page, ...first);
      await dialog.getByText('2 new pets, 1 changed').waitFor();
      await dialog.getByText(/Barcode from “SKU”\. Rows are matched by barcode/i).waitFor();
      await dialog.getByRole('radio', { name: 'New 2' }).click({ force: true });
      await showsAll(items, [
        `${highest + 1n} Golden hamster barcode HAM-1Available5`,
        `${highest + 2n} Koi barcode KOI-2Available7`,
      ]);
      // Another client adds a pet under the ID that the import is about to use.
      await service.call('PUT', `/v1/inventory/${highest + 1n}`, {
        body: { quantity: 66, status: 'sold' },
      });
      const again = `Pet ${highest + 1n} has been added by admin: import the file again for another ID`;
      await importAll('Stored: 2 rows. Skipped: 1', again);
      await close();
      await chooseCsv(page, ...first);
      await dialog.getByText('1 new pet, 0 changed, 2 unchanged.').waitFor();
      await importAll('Stored: 1 row. Skipped: 0.');
      await close();
      const after = await levels();
      const added = [1n, 2n, 3n].map((place) => after.get(highest + place)?.quantity);
      assert.deepEqual([...added, after.get(21n)?.quantity], [66, 7, 5, 9]);
    },
  );

  await t.test(
    'a delivery note becomes the list of Receive, with the codes that are new',
    async () => {
      await chooseInMenu(page, 'Menu', 'Import spreadsheet');
      await dialog.getByRole('radio', { name: 'A delivery' }).click({ force: true });
      await chooseCsv(page, 'Barcode,Quantity,Name', 'D,6,Pet 23', 'NEWT-1,4,Newt', 'NEWT-2,1,Eft');
      await dialog.getByRole('radio', { name: 'New 2' }).click({ force: true });
      await items.filter({ hasText: 'NEWT-1' }).waitFor();
      await dialog.getByRole('button', { name: 'Put on the list of Receive' }).click();
      await page.getByRole('heading', { name: 'Receive a delivery' }).waitFor();
      const before = await levels();
      const newt = [...before.keys()].reduce((one, other) => (one > other ? one : other)) + 1n;
      await showsLines(page, '23: 6', `${newt}: 4`, `${newt + 1n}: 1`);
      assert.equal(before.get(23n)?.quantity, 10, 'nothing is stored before the list is saved');
      await saveList(page, 'Delivery saved: 3 pets, 11 units.');
      const after = await levels();
      const stored = [23n, newt, newt + 1n].map((petId) => after.get(petId)?.quantity);
      assert.deepEqual(stored, [16, 4, 1]);
      assert.equal((await changesOf(service, 23))[0], 'adjust 10 → 16, arrival');
      await page.getByRole('link', { name: 'Stock' }).click();
    },
  );

  await t.test(
    'an import that is cancelled, or that fails, can be resumed, and is stored once',
    async () => {
      const isSent = Promise.withResolvers<void>();
      const isCancelled = Promise.withResolvers<void>();
      let batches = 0;
      await intercept(page, `${service.url}/v1/inventory`, async (route) => {
        batches++;
        isSent.resolve();
        await isCancelled.promise;
        if (batches !== 2) return route.continue();
        await route.fetch();
        return route.fulfill({ status: 500, body: 'no' });
      });
      await chooseCsv(page, header, ...pets.slice(100).map(({ petId }) => `${petId},20,available`));
      await dialog.getByRole('button', { name: 'Import 1,010 pets' }).click();
      await isSent.promise;
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByText('Finishing the last step…').waitFor();
      isCancelled.resolve();
      const resume = dialog.getByRole('button', { name: 'Resume with the remaining 10 rows' });
      // The service stores the second batch of rows, but the page gets an error instead of the
      // service's response.
      for (const batch of [1, 2]) {
        await until(() => batches === batch);
        await dialog.getByText('Stored: 1,000 rows. Skipped: 0. Not stored: 10 rows.').waitFor();
        await resume.click();
      }
      await dialog.getByText('Stored: 1,010 rows. Skipped: 0.').waitFor();
      await close();
      await page.unrouteAll();
      assert.equal(
        [...(await levels()).values()].filter(({ quantity }) => quantity === 20).length,
        1_010,
      );
      assert.equal((await changesOf(service, 1_110)).length, 2, 'applied once');
    },
  );

  await t.test('a write key imports quantities, and learns what the rest needs', async () => {
    await signInAs(page, await createKey(service.store, { name: 'till', scope: 'write' }));
    await chooseCsv(page, header, '30,3,available', '31,3,sold', '777777,1,available');
    await dialog.getByText('2 rows add pets or change a status or details').waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Import 3 pets' }).isDisabled());
    await page.keyboard.press('Escape');
    await chooseCsv(page, header, '30,3,available');
    await importAll('Stored: 1 row.');
    assert.equal((await levels()).get(30n)?.quantity, 3);
  });
});
