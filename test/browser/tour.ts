import type { Page } from 'playwright-core';
import {
  chooseCsv,
  chooseInMenu,
  quantityOf,
  rowOf,
  setElsewhere,
  signInAs,
  typeLines,
} from '../support/browser/page.ts';
import type { TestService } from '../support/service/service.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { openList } from './lists.ts';

/** Called at each screen, dialog and menu, with its name. */
type Stop = (where: string) => Promise<void>;

/** Shows every screen, dialog and menu once, beginning at the sign-in. It needs a service without pets. */
export async function tour(page: Page, service: TestService, onStop: Stop): Promise<void> {
  const stop: Stop = async (where) => {
    // On a phone, React Aria shows a dialog only when the keyboard is up, or after a moment without one.
    await until(() => page.evaluate(() => document.querySelector('.modal[style*="opacity: 0"]') === null));
    await onStop(where);
  };
  await addPets(service.store, [
    { petId: -9223372036854775808n, quantity: 9007199254740991 },
    { petId: 1n, quantity: 10 },
    { petId: 2n, quantity: 3, status: 'pending' },
    { petId: 3n, quantity: 0, status: 'sold' },
  ]);
  const body = { items: [{ petId: 1, quantity: 1 }], expiresIn: 3_600 };
  await service.call('PUT', '/v1/reservations/order-1', { body });
  const sale = { delta: -1, reason: 'sale' };
  await service.call('POST', '/v1/inventory/2/adjustments', { body: sale });
  await page.getByLabel('API key').fill('paw_wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('key').waitFor();
  await stop('sign-in with a refused key');
  await page.getByLabel('API key').fill(service.secret);
  await page.keyboard.press('Enter');
  await showStock(page, service, stop);
  await showDialogs(page, stop);
  await showOtherScreens(page, service, stop);
  await showImport(page, service, stop);
  await showOtherKeys(page, service, stop);
}

async function showStock(page: Page, service: TestService, stop: Stop): Promise<void> {
  await quantityOf(page, 1).waitFor();
  await stop('stock');
  await rowOf(page, 1).click();
  await page.getByRole('region', { name: 'Reservations' }).getByText('order-1').waitFor();
  await page.keyboard.type('11');
  await stop('editor');
  await setElsewhere(service, 1, 8);
  await page.getByRole('button', { name: 'Use mine 11' }).waitFor();
  await stop('conflict');
  await page.getByRole('button', { name: 'Use mine 11' }).click();
  // A hovered toast does not time out.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await stop('toast');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('searchbox').fill('4711');
  await page.getByRole('searchbox').press('Enter');
  await page.getByText('No pet 4711.').waitFor();
  await stop('search without a match');
  await page.getByRole('searchbox').fill('');
  await page.context().setOffline(true);
  await page.getByText('Offline.').waitFor();
  await stop('offline');
  await page.context().setOffline(false);
  await page.getByText('Live', { exact: true }).waitFor();
}

async function showDialogs(page: Page, stop: Stop): Promise<void> {
  const close = async () => {
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog], [role=menu]').waitFor({ state: 'detached' });
  };
  await page.getByRole('button', { name: 'More actions for pet 2', exact: true }).click();
  await page.getByRole('menu').waitFor();
  await stop('menu of a pet');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await stop('question before a removal');
  await close();
  await chooseInMenu(page, 'More actions for pet 2', 'Details');
  await page.getByRole('textbox', { name: 'Barcode' }).fill('no spaces');
  await page.getByRole('textbox', { name: 'Low at' }).fill('many');
  await stop('details with errors');
  await close();
  await chooseInMenu(page, 'More actions for pet 1', 'History');
  await page.getByText('No earlier changes.').waitFor();
  await stop('history');
  await page.getByRole('button', { name: /^Put back to 10,/ }).click();
  await page.getByRole('button', { name: 'Put back', exact: true }).waitFor();
  await stop('question before putting back');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Put back to 10?' }).waitFor({ state: 'detached' });
  await close();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menu').waitFor();
  await stop('main menu');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await stop('keyboard shortcuts');
  await close();
  await chooseInMenu(page, 'Menu', 'Key: admin');
  await page.getByRole('dialog', { name: 'Your key' }).waitFor();
  await stop('key');
  await close();
  await chooseInMenu(page, 'Menu', 'Add pet');
  await page.getByRole('textbox', { name: 'ID' }).fill('1');
  await stop('new pet');
  await close();
}

async function showOtherScreens(page: Page, service: TestService, stop: Stop): Promise<void> {
  await openList(page, 'sell');
  await page.getByRole('heading', { name: 'Last sales' }).waitFor();
  await stop('last sales');
  await typeLines(page, '1', '999');
  await page.getByText('1 more is reserved.').waitFor();
  await typeLines(page, '12345678');
  await page.getByRole('button', { name: 'Scan it' }).waitFor();
  await stop('sale with a code for a number');
  await page.getByRole('button', { name: 'Remove' }).click();
  await typeLines(page, 'order-1');
  await page.getByText('Reservation order-1').waitFor();
  await stop('reservation');
  await page.getByRole('button', { name: 'Close' }).click();
  await openList(page, 'receiving');
  await typeLines(page, '1', '4');
  await page.getByRole('status').getByText('Pet 1: 4. 1 pet on the list.').waitFor();
  await page.getByText('Add a note').click();
  await page.getByLabel('Pet ID or name').focus();
  await typeLines(page, '4711');
  await page.getByText('There is no pet 4711.').waitFor();
  await stop('delivery with an unknown pet');
  await openList(page, 'count');
  await typeLines(page, '1', '30');
  await page.locator('[data-line="1"]').waitFor();
  await setElsewhere(service, 1, 28);
  await page.getByRole('button', { name: 'Keep my count: 30' }).waitFor();
  await stop('count with a conflict');
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('button', { name: 'Guided count' }).click();
  await page.getByRole('button', { name: 'Later' }).waitFor();
  await stop('guided count');
  await page.goto(`${service.url}/#activity`);
  await page.getByRole('button', { name: 'History of pet 1' }).first().waitFor();
  await page.getByText('One day').click();
  await stop('activity of one day');
  await page.goto(`${service.url}/#reports`);
  await page.getByRole('heading', { name: 'Best sellers' }).waitFor();
  await stop('reports');
  await page.goto(`${service.url}/#stock`);
}

async function showImport(page: Page, service: TestService, stop: Stop): Promise<void> {
  const another = () => page.getByRole('button', { name: 'Choose another file' }).click();
  await chooseInMenu(page, 'Menu', 'Import spreadsheet');
  await page.getByText('An Excel (.xlsx) or CSV file').waitFor();
  await stop('import');
  await chooseCsv(page, 'petId,quantity,status', '1,x,sold', '2,"1,200",active', '3,-1,sold');
  await page.getByRole('checkbox', { name: 'Leave these 3 lines out' }).check();
  await stop('lines that are left out');
  await another();
  await chooseCsv(page, 'Code,Menge,Bezeichnung', '1,5,A very long name that no phone has room for in one line');
  await page.getByText('What is in the columns').waitFor();
  await stop('columns');
  await another();
  await chooseCsv(page, 'petId,quantity,status', '1,5,sold', '99,1,available');
  await page.getByText('1 new pet, 1 changed').waitFor();
  await stop('preview');
  await setElsewhere(service, 1, 2);
  await page.getByRole('button', { name: 'Import 2 pets' }).click();
  await page.getByText('Skipped: 1').waitFor();
  await stop('result of an import');
  await page.getByRole('button', { name: 'Close' }).last().click();
}

async function showOtherKeys(page: Page, service: TestService, stop: Stop): Promise<void> {
  await signInAs(page, await createKey(service.store, { scope: 'read' }));
  await page.goto(`${service.url}/#receiving`);
  await page.getByText('has the role “Only looks”').waitFor();
  await stop('delivery with a key that can only read');
  await page.goto(`${service.url}/#stock`);
  await signInAs(page, await createKey(service.store, { name: 'till', scope: 'write' }));
  await chooseInMenu(page, 'More actions for pet 2', 'Mark as pending or sold');
  await page.getByText('needs a key with the role “Also edits pets”').waitFor();
  await stop('key that does not suffice');
  await page.keyboard.press('Escape');
  await signInAs(page, await createKey(service.store, { name: 'boss', scope: 'owner' }));
  await chooseInMenu(page, 'Menu', 'Settings');
  await page.getByText('this is you').waitFor();
  await stop('settings');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('dialog').waitFor();
  await stop('new webhook');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('till-1');
  await stop('new key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Secret of till-1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Have you copied it?').waitFor();
  await stop('secret of a key, with the question before it closes');
  await page.getByRole('button', { name: 'Done' }).click();
}
