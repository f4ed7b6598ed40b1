import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import {
  chooseInMenu,
  clickButtons,
  openPage,
  pressKeys,
  reload,
  setDetails,
} from '../../support/browser/page.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createKey } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { barcodes, checks, dashboardKey, type Entry, type Intent } from './checks.ts';
import { type PageState, readPage, watchPage } from './page-state.ts';

export type List = 'sell' | 'receiving' | 'count';
export type Screen = List | 'stock' | 'activity' | 'reports' | 'settings';

export const petIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const quantity = 20;
const names: Readonly<Record<number, string>> = { 1: 'Guppy', 2: 'Rabbit', 7: 'Goldfish' };

/** A browser page with its service, on which random gestures are performed. */
export class Walk {
  readonly page: Page;
  readonly service: TestService;
  readonly #secret: string;
  readonly #errors: string[];
  readonly #confirmations: string[] = [];
  #lastSeq = 0;
  /**
   * Whether an element had the focus before the current step. If so, an element must have the focus
   * after the step.
   */
  #hadFocus = true;
  isOnline = true;
  /** The quantities before the current step, by pet ID. */
  stock = new Map<number, number>();
  trace: string[] = [];

  private constructor(page: Page, service: TestService, secret: string, errors: string[]) {
    this.page = page;
    this.service = service;
    this.#secret = secret;
    this.#errors = errors;
  }

  static async start(t: TestContext): Promise<Walk> {
    const service = await startService(t, {
      pets: petIds.map((petId) => ({ petId: BigInt(petId), quantity })),
    });
    for (const petId of petIds)
      await setDetails(service, {
        [petId]: { name: names[petId] ?? null, barcode: barcodes[petId] ?? null },
      });
    const errors: string[] = [];
    const secret = await createKey(service.store, { name: dashboardKey, scope: 'owner' });
    const page = await openPage(t, service, { secret, errors, mayBeRefused: true });
    await page.addInitScript(watchPage);
    return new Walk(page, service, secret, errors);
  }

  /** Resets the page and the service to the state in which every random test begins. */
  async begin(): Promise<void> {
    this.trace = [];
    this.#errors.length = 0;
    this.isOnline = true;
    await this.page.context().setOffline(false);
    const rows = petIds.map((petId) => ({ petId, quantity, status: 'available' }));
    assert.equal((await this.service.call('PATCH', '/v1/inventory', { body: rows })).status, 200);
    await this.page.setViewportSize({ width: 1280, height: 800 });
    await this.page.evaluate(`(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    })()`);
    await this.page.goto('about:blank');
    await this.page.goto(`${this.service.url}/#key=${this.#secret}`);
    await this.#load();
    await this.settle();
    await this.#newEntries();
    this.#confirmations.length = 0;
    this.stock = await this.#readStock();
  }

  /** Performs a step, waits until the page has processed it, and checks all rules. */
  async perform(name: string, run: () => Promise<Intent | undefined>): Promise<void> {
    this.trace.push(name);
    const intent = (await run()) ?? {};
    const shown = await this.settle();
    const entries = (await this.#newEntries()).filter(({ key }) => key === dashboardKey);
    const confirmations = this.#confirmations.splice(0);
    const observed = {
      shown,
      entries,
      confirmations,
      intent,
      hadFocus: this.#hadFocus,
      errors: this.#errors,
    };
    this.#hadFocus = shown.hasFocus;
    for (const [rule, check] of Object.entries(checks)) {
      const fault = check(observed);
      if (fault !== undefined) assert.fail(`${rule}: ${fault}`);
    }
    this.stock = await this.#readStock();
  }

  keys(keys: readonly string[], pauseMs: number): Promise<void> {
    this.trace.push(`  keys ${keys.join(' ')} (${pauseMs} ms)`);
    return pressKeys(this.page, keys, { pauseMs });
  }

  /** A pause of a scanner within a code, which must have no effect. */
  pause(ms: number): Promise<void> {
    return this.page.waitForTimeout(ms);
  }

  /**
   * Waits until the page has no open request and has handled all typed keys. Records the
   * confirmations it showed.
   */
  async settle(): Promise<PageState> {
    const shown = await readPage(this.page);
    this.#confirmations.push(...shown.confirmations);
    return shown;
  }

  async reload(): Promise<void> {
    await reload(this.page);
    await this.#load();
  }

  /**
   * Waits until the page is live, and opens and closes a dialog, because the first dialog of a page
   * opens late.
   */
  async #load(): Promise<void> {
    await this.page.getByText('Live', { exact: true }).waitFor();
    // Scrolling closes menus. After a reload, the page may still be scrolling to the pet of a
    // restored editor.
    await this.settle();
    await chooseInMenu(this.page, 'Menu', 'Keyboard shortcuts');
    await this.page.getByRole('dialog').waitFor();
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async setOnline(isOnline: boolean): Promise<void> {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    await this.page.context().setOffline(!isOnline);
    await this.page.getByText(isOnline ? 'Live' : 'Offline', { exact: true }).waitFor();
  }

  /** How many lists wait on the device. */
  async waitingLists(): Promise<number> {
    const [notice] = await this.page.getByText(/lists? waits? on this device/).allTextContents();
    return notice === undefined ? 0 : Number.parseInt(notice, 10);
  }

  /** Waits until everything that waits on the device is stored or refused. */
  async sendWaiting(): Promise<void> {
    await this.settle();
    const needy = this.page.getByText(/of them needs? you/);
    await until(async () => (await this.waitingLists()) === 0 || (await needy.count()) > 0);
  }

  /**
   * Changes a quantity as another till would. If the page is online, waits for the change in its
   * event stream.
   */
  async changeElsewhere(petId: number, delta: number): Promise<void> {
    const body = { delta, reason: 'damage' };
    const response = await this.service.call('POST', `/v1/inventory/${petId}/adjustments`, {
      body,
    });
    const seq = Number(response.headers.get('etag')?.replaceAll('"', ''));
    if (response.ok && this.isOnline)
      await until(() => this.page.evaluate((seq) => window.walk.heard >= seq, seq));
  }

  /**
   * Opens a screen by its URL, as the Back button does. Afterwards, possibly no element has the
   * focus.
   */
  async show(screen: Screen): Promise<void> {
    await this.page.evaluate((name) => location.assign(`#${name}`), screen);
    this.#hadFocus = false;
  }

  /**
   * Opens a screen in its initial state: closes dialogs and menus, and discards input and lists of
   * earlier steps.
   */
  async open(screen: Screen): Promise<void> {
    await this.setOnline(true);
    for (let presses = 0; presses < 4 && (await this.settle()).isOpen; presses++)
      await pressKeys(this.page, ['Escape'], { pauseMs: 0 });
    if ((await this.settle()).isOpen) {
      await this.page.evaluate(() => sessionStorage.removeItem('pawstock.drafts'));
      await this.reload();
    }
    await this.show(screen);
    // The screen Stock shows the editor of an unsaved change again.
    if ((await this.settle()).isOpen) await pressKeys(this.page, ['Escape'], { pauseMs: 0 });
    this.#hadFocus = true;
    const { isGuided, lines, typed, isList } = await this.settle();
    if (!isList) {
      // While an input field has the focus, the page's shortcuts would be typed into the field.
      await this.page.evaluate(() => document.querySelector<HTMLElement>('input:focus')?.blur());
      return;
    }
    if (isGuided) await clickButtons(this.page, 'End guided count');
    if (lines.length > 0) {
      await clickButtons(this.page, 'Discard');
      await this.page.getByRole('button', { name: /^Discard \d+ line/ }).click();
    }
    for (const field of typed.length > 0
      ? await this.page.locator('input[role=combobox]').all()
      : [])
      await field.fill('');
    await this.page.locator('input[role=combobox]').first().focus();
  }

  async #newEntries(): Promise<Entry[]> {
    const response = await this.service.call(
      'GET',
      `/v1/inventory/history?after=${this.#lastSeq}&limit=1000`,
    );
    const entries = (await response.json()) as Entry[];
    this.#lastSeq = entries.at(-1)?.seq ?? this.#lastSeq;
    return entries;
  }

  async #readStock(): Promise<Map<number, number>> {
    const items = (await (await this.service.call('GET', '/v1/inventory')).json()) as {
      petId: number;
      quantity: number;
    }[];
    return new Map(items.map((item) => [item.petId, item.quantity]));
  }
}
