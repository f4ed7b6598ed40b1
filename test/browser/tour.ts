import type { Page } from 'playwright-core';
import {
  chooseCsv,
  chooseInMenu,
  quantityOf,
  rowOf,
  setDetails,
  setElsewhere,
  signInAs,
  typeLines,
} from '../support/browser/page.ts';
import type { TestService } from '../support/service/service.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { openList } from './lists.ts';
import type { Words } from './words.ts';

/** A function that the tour calls at each screen, dialog and menu, with the name of the place. */
type Stop = (where: string) => Promise<void>;

type Tour = {
  readonly page: Page;
  readonly service: TestService;
  readonly words: Words;
  readonly stop: Stop;
};

/**
 * Visits every screen, dialog and menu once, starting with the sign-in, in a page of any language.
 * The service must have no pets at first.
 */
export async function tour(
  page: Page,
  service: TestService,
  words: Words,
  onStop: Stop,
): Promise<void> {
  const stop: Stop = async (where) => {
    // On a phone, React Aria shows a dialog once the keyboard is open, or after a short wait if
    // none opens.
    await until(() =>
      page.evaluate(() => document.querySelector('[style*="opacity: 0"] > [role=dialog]') === null),
    );
    await onStop(where);
  };
  await addPets(service.store, [
    { petId: -9223372036854775808n, quantity: 9007199254740991 },
    { petId: 1n, quantity: 10 },
    { petId: 2n, quantity: 3, status: 'pending' },
    { petId: 3n, quantity: 0, status: 'sold' },
  ]);
  // The longest name that is allowed must fit the layout.
  await setDetails(service, { '-9223372036854775808': { name: '9'.repeat(200) } });
  const body = { items: [{ petId: 1, quantity: 1 }], expiresIn: 3_600 };
  await service.call('PUT', '/v1/reservations/order-1', { body });
  const sale = { delta: -1, reason: 'sale' };
  await service.call('POST', '/v1/inventory/2/adjustments', { body: sale });
  const key = page.getByLabel(words('session.apiKey'), { exact: true });
  await key.fill('paw_wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText(words('session.keyRefused')).waitFor();
  await stop('sign-in with a refused key');
  await key.fill(service.secret);
  await page.keyboard.press('Enter');
  const guide = { page, service, words, stop };
  await showStock(guide);
  await showDialogs(guide);
  await showOtherScreens(guide);
  await showImport(guide);
  await showOtherKeys(guide);
}

/** Returns the words for a pet within a sentence, such as "pet 7". */
const pet = (words: Words, id: string) => words('stock.pet', { id });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function showStock({ page, service, words, stop }: Tour): Promise<void> {
  await quantityOf(page, 1).waitFor();
  await stop('stock');
  await rowOf(page, 1).click();
  await page
    .getByRole('region', { name: words('dialog.reservations') })
    .getByText('order-1')
    .waitFor();
  await page.keyboard.type('11');
  await stop('editor');
  // The service stores the note of an undone change in English, and the dashboard translates it.
  await service.call('PATCH', '/v1/inventory/1', {
    body: { quantity: 8, reason: 'damage', note: 'Undo' },
  });
  const useMine = page.getByRole('button', { name: words('dialog.useMine') });
  await useMine.waitFor();
  await stop('conflict');
  await useMine.click();
  // A toast under the mouse pointer does not disappear.
  await button(page, words('stock.undo')).hover();
  await stop('toast');
  await button(page, words('ui.dismiss')).click();
  await page.getByRole('searchbox').fill('4711');
  await page.getByRole('searchbox').press('Enter');
  await page.getByText(words('table.noPet', { text: '4711' })).waitFor();
  await stop('search without a match');
  await page.getByRole('searchbox').fill('2');
  await page.getByText(words('table.found', { count: 2 })).waitFor();
  await stop('search with matches');
  await page.getByRole('searchbox').fill('');
  await page.context().setOffline(true);
  await page.getByText(words('connection.offline'), { exact: true }).first().waitFor();
  await stop('offline');
  await page.context().setOffline(false);
  await page.getByText(words('connection.live'), { exact: true }).waitFor();
}

async function showDialogs({ page, words, stop }: Tour): Promise<void> {
  const close = async () => {
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog], [role=menu]').waitFor({ state: 'detached' });
  };
  const choose = (id: string, item: string) =>
    chooseInMenu(page, words('table.moreActions', { pet: pet(words, id) }), item);
  await button(page, words('table.moreActions', { pet: pet(words, '2') })).click();
  await page.getByRole('menu').waitFor();
  await stop('menu of a pet');
  await page.getByRole('menuitem', { name: words('dialog.removeEllipsis') }).click();
  await stop('question before a removal');
  await close();
  await choose('2', words('dialog.detailsEllipsis'));
  await page.getByRole('textbox', { name: words('stock.barcode') }).fill('no spaces');
  await page.getByRole('textbox', { name: words('stock.lowAt') }).fill('many');
  await stop('details with errors');
  await close();
  await choose('1', words('stock.history'));
  await page.getByText(words('history.noEarlier')).waitFor();
  await stop('history');
  await page
    .getByRole('button', { name: words('history.putBackTo', { quantity: 10 }) })
    .first()
    .click();
  await button(page, words('history.putBack')).waitFor();
  await stop('question before putting back');
  await page.keyboard.press('Escape');
  await button(page, words('history.putBack')).waitFor({ state: 'detached' });
  // React Aria focuses the history dialog one frame after the question has closed. Only then Escape
  // closes it.
  await page.locator('[role=dialog]:focus-within').waitFor();
  await close();
  await button(page, words('app.menu')).click();
  await page.getByRole('menu').waitFor();
  await stop('main menu');
  await page.getByRole('menuitem', { name: words('ui.language') }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).waitFor();
  await stop('languages');
  await close();
  await chooseInMenu(page, words('app.menu'), words('dialog.shortcuts'));
  await page.getByRole('dialog').waitFor();
  await stop('keyboard shortcuts');
  await close();
  await chooseInMenu(page, words('app.menu'), words('dialog.keyItem', { name: 'admin' }));
  await page.getByRole('dialog', { name: words('dialog.yourKey') }).waitFor();
  await stop('key');
  await close();
  await chooseInMenu(page, words('app.menu'), words('dialog.addPetItem'));
  await page.getByRole('textbox', { name: words('dialog.id'), exact: true }).fill('1');
  await stop('new pet');
  await close();
}

async function showOtherScreens({ page, service, words, stop }: Tour): Promise<void> {
  await openList(page, 'sell', words);
  await page.getByRole('heading', { name: words('counter.last', { kind: 'sell' }) }).waitFor();
  await stop('last sales');
  await typeLines(page, '1', '999*');
  await page.getByText(words('counter.shortageReserved', { left: 10, held: 1 })).waitFor();
  await stop('sale of more than there is');
  await page.locator('[data-line="1"] input').fill('12345678');
  await page.locator('[data-line="1"][data-problem=amount]').waitFor();
  await stop('sale with a code for a number');
  await button(page, words('counter.remove', { pet: pet(words, '1') })).click();
  await typeLines(page, 'order-1');
  await page.getByText(words('counter.reservation', { id: 'order-1' })).waitFor();
  await stop('reservation');
  await button(page, words('ui.close')).click();
  await openList(page, 'receiving', words);
  await typeLines(page, '1', '4*');
  await page.locator('[data-line="1"]').waitFor();
  await page.getByText(words('counter.addNote')).click();
  await page.getByLabel(words('counter.petIdOrName')).focus();
  await typeLines(page, '4711');
  await page
    .getByText(words('counter.unknown', { what: 'id', text: '4711', next: 'none' }))
    .waitFor();
  await stop('delivery with an unknown pet');
  await openList(page, 'count', words);
  await typeLines(page, '1', '30*');
  await page.locator('[data-line="1"]').waitFor();
  await setElsewhere(service, 1, 28);
  const conflict = page.locator('[data-line="1"]');
  await conflict.getByRole('button', { name: words('dialog.useMine') }).waitFor();
  await stop('count with a conflict');
  await conflict.getByRole('button', { name: words('dialog.keepTheirs') }).click();
  await button(page, words('counter.guided')).click();
  await button(page, words('counter.later')).waitFor();
  await stop('guided count');
  await page.goto(`${service.url}/#activity`);
  await button(page, words('stock.historyOf', { pet: pet(words, '1') }))
    .first()
    .waitFor();
  await page.getByText(words('history.range', { range: 'day' }), { exact: true }).click();
  await stop('activity of one day');
  await page.goto(`${service.url}/#reports?show=all`);
  await page.getByRole('heading', { name: words('reports.bestSellers') }).waitFor();
  await stop('reports');
  await page.goto(`${service.url}/#stock`);
}

async function showImport({ page, service, words, stop }: Tour): Promise<void> {
  const another = () => button(page, words('import.chooseOther')).click();
  await chooseInMenu(page, words('app.menu'), words('dialog.importItem'));
  await page.getByText(words('import.columnsNeeded')).waitFor();
  await stop('import');
  await chooseCsv(page, 'petId,quantity,status', '1,x,sold', '2,"1,200",active', '3,-1,sold');
  await page.getByRole('checkbox', { name: words('import.leaveOut', { count: 3 }) }).check();
  await stop('lines that are left out');
  await another();
  await chooseCsv(
    page,
    'Code,Menge,Bezeichnung',
    '1,5,A very long name that no phone has room for in one line',
  );
  await page.getByText(words('import.columnsQuestion', { file: 'pets.csv' })).waitFor();
  await stop('columns');
  await another();
  await chooseCsv(page, 'petId,quantity,status', '1,5,sold', '99,1,available');
  const start = button(page, words('import.start', { count: 2 }));
  await start.waitFor();
  await stop('preview');
  await setElsewhere(service, 1, 2);
  await start.click();
  await page.getByText(words('import.skippedSome', { count: 1, run: 'import' })).waitFor();
  await stop('result of an import');
  await button(page, words('ui.close')).last().click();
}

async function showOtherKeys({ page, service, words, stop }: Tour): Promise<void> {
  const signIn = async (options: Parameters<typeof createKey>[1]) =>
    signInAs(page, await createKey(service.store, options), words('connection.live'));
  await signIn({ scope: 'read' });
  await page.goto(`${service.url}/#receiving`);
  await page.getByText(words('role.read')).first().waitFor();
  await stop('delivery with a key that can only read');
  await page.goto(`${service.url}/#stock`);
  await signIn({ name: 'till', scope: 'write' });
  await chooseInMenu(
    page,
    words('table.moreActions', { pet: pet(words, '2') }),
    words('dialog.markAs'),
  );
  await page.getByRole('dialog').getByText(words('role.admin')).first().waitFor();
  await stop('key that does not suffice');
  await page.keyboard.press('Escape');
  await signIn({ name: 'boss', scope: 'owner' });
  await chooseInMenu(page, words('app.menu'), words('screen.settings'));
  await page.getByText(words('settings.isYou')).waitFor();
  await stop('settings');
  await button(page, words('settings.addWebhook')).click();
  await page.getByRole('dialog').waitFor();
  await stop('new webhook');
  await page.keyboard.press('Escape');
  await button(page, words('settings.createKey')).click();
  await page.getByLabel(words('settings.name'), { exact: true }).fill('till-1');
  await stop('new key');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: words('settings.secretOf', { name: 'till-1' }) })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(words('settings.haveYouCopied')).waitFor();
  await stop('secret of a key, with the question before it closes');
  await button(page, words('settings.done')).click();
}
