import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import type { TestService } from '../service/service.ts';
import { patienceMs, until } from '../until.ts';
import { findChromium } from './chromium.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // So that a page can be opened as if from another computer.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
];

/** Lets the browser of this file take a film for its camera. Must be called before the first page is opened. */
export function filmAsCamera(film: string): void {
  args.push('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream');
  args.push(`--use-file-for-fake-video-capture=${film}`);
  // Browsers call a page secure on a loopback address, and not under a name such as this one.
  args.push('--host-resolver-rules=MAP shop.test 127.0.0.1');
}

/** One browser for all tests of a file, started with the first page. */
let launched: Promise<Browser> | undefined;

after(async () => {
  await (await launched)?.close();
});

function browser(): Promise<Browser> {
  const executablePath = findChromium();
  assert.ok(executablePath !== undefined, 'there is no Chromium on this machine');
  launched ??= chromium.launch({ executablePath, args, timeout: 2 * patienceMs });
  return launched;
}

type Options = BrowserContextOptions & {
  /** The key to sign in with: the service's admin key unless another is named; null for none. */
  readonly secret?: string | null;
  /** Whether responses with a status of 400 or more belong to the test. Otherwise they fail it. */
  readonly mayBeRefused?: boolean;
  /** Where errors of the page are collected. */
  readonly faults?: string[];
};

type SignInLink = Pick<TestService, 'url' | 'secret'>;

/** Opens a window of its own, as if on another computer. An error in the page, or a breach of its policy, fails the test. */
export async function openPage(t: TestContext, service: SignInLink, options: Options = {}): Promise<Page> {
  const { secret = service.secret, mayBeRefused = false, faults = [], ...settings } = options;
  // Animations are drawn by the processor here, and a test would have to wait for them.
  const still = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
  const context = await (await browser()).newContext({ ...still, ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  typeAsPerson(page);
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser itself logs every response with an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('response', (response) => {
    // At the end of a test its service stops first, and the page tries to reconnect.
    const isStopping = response.status() === 503 && response.url().includes('/inventory/events');
    if (response.status() >= 400 && !mayBeRefused && !isStopping)
      faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, [], 'faults in the page');
  });
  await page.goto(secret === null ? service.url : `${service.url}/#key=${secret}`);
  if (secret !== null) await page.getByRole('grid').waitFor();
  return page;
}

/** The pause between two keys of a person. The dashboard takes keys that follow within 35 ms for those of a scanner. */
const keyMs = 60;

/** Lets a page's keyboard type as a person does, at a speed that the events state, and with real pauses. */
function typeAsPerson(page: Page): void {
  page.keyboard.press = async (key) => {
    await pressKeys(page, [key]);
    await page.waitForTimeout(keyMs);
  };
  page.keyboard.type = async (text) => {
    for (const key of text) await page.keyboard.press(key);
  };
}

/** Types each text at a person's speed, and Enter after it. */
export async function typeLines(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
}

/** Presses buttons by their names, one after the other. */
export async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click();
}

/** Opens a menu by the name of its button, and chooses an item. */
export async function chooseInMenu(page: Page, button: string, item: string): Promise<void> {
  await press(page, button);
  await page.getByRole('menuitem', { name: item }).click();
}

/** Opens the dialog of the import, unless it is open, and gives it a CSV file. */
export async function chooseCsv(page: Page, ...lines: readonly string[]): Promise<void> {
  const input = page.locator('input[type=file]');
  if ((await input.count()) === 0) await chooseInMenu(page, 'Menu', 'Import spreadsheet');
  await input.setInputFiles({ name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

/** Loads the page again without its event stream: it learns of others' changes only when the service refuses its own. */
export async function reloadWithoutEvents(page: Page): Promise<void> {
  await page.route('**/inventory/events*', (route) => route.abort());
  await page.reload();
  await page.getByText('Offline.').waitFor();
}

/** Handles requests that a loaded page makes from now on. Chromium says that it is ready a moment before it is. */
export async function intercept(page: Page, ...[url, handler]: Parameters<Page['route']>): Promise<void> {
  await page.route(url, handler);
  await page.route('**/is-intercepted', (route) => route.fulfill({ status: 200 }), { times: 1 });
  await until(() => page.evaluate<boolean>("fetch('/is-intercepted').then(({ ok }) => ok)"));
}

type ScanOptions = { readonly end?: 'Enter' | 'Tab'; readonly keyMs?: number };

/** Types a code and its end as a scanner does, at 5 ms a key. */
export function scan(page: Page, code: string, { end = 'Enter', keyMs = 5 }: ScanOptions = {}): Promise<void> {
  return pressKeys(page, [...code, end], { pauseMs: keyMs });
}

/** What the browser must know about a key that types no letter. */
const namedKeys: Readonly<Record<string, { readonly text?: string; readonly windowsVirtualKeyCode: number }>> = {
  Enter: { text: '\r', windowsVirtualKeyCode: 13 },
  Tab: { windowsVirtualKeyCode: 9 },
  Escape: { windowsVirtualKeyCode: 27 },
  Backspace: { windowsVirtualKeyCode: 8 },
  PageUp: { windowsVirtualKeyCode: 33 },
  End: { windowsVirtualKeyCode: 35 },
  Home: { windowsVirtualKeyCode: 36 },
  ArrowLeft: { windowsVirtualKeyCode: 37 },
  ArrowUp: { windowsVirtualKeyCode: 38 },
  ArrowRight: { windowsVirtualKeyCode: 39 },
  ArrowDown: { windowsVirtualKeyCode: 40 },
};

/** When the last key of a page was pressed. A key's time may be ahead of the clock. */
const lastKeyAtMs = new WeakMap<Page, number>();
/** The session of a page for its keys. It stays open: when one is closed, the browser is no longer offline. */
const keySessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Presses keys at a speed that the events state, however slow or fast this machine is: a busy browser gets keys in bunches,
 * which would look like a scanner's. "Control+Enter" is one key.
 */
export async function pressKeys(
  page: Page,
  keys: readonly string[],
  { pauseMs = keyMs }: { readonly pauseMs?: number } = {},
): Promise<void> {
  const opened = keySessions.get(page) ?? page.context().newCDPSession(page);
  keySessions.set(page, opened);
  const browserSession = await opened;
  let atMs = Math.max(Date.now(), (lastKeyAtMs.get(page) ?? 0) + keyMs);
  for (const name of keys) {
    const key = name.replace('Control+', '');
    const modifiers = key === name ? 0 : 2;
    const named = namedKeys[key];
    const event = { key, modifiers, timestamp: atMs / 1_000, ...(named === undefined ? {} : { code: key, ...named }) };
    await browserSession.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      text: named === undefined ? key : '',
      ...event,
    });
    await browserSession.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    lastKeyAtMs.set(page, atMs);
    atMs += pauseMs;
  }
}

/** Counts the tones that the page plays from now on for what it refuses. */
export async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`{
    window.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...args) {
      start.apply(this, args);
      window.tones++;
    };
  }`);
  return () => page.evaluate<number>('window.tones');
}

/** Signs in with another key as a link in the same tab would, which does not load the page again. */
export async function signInAs(page: Page, secret: string, live = 'Live'): Promise<void> {
  // The page's own listener, which takes the key from the URL, comes first.
  await page.evaluate(`new Promise((resolve) => {
    addEventListener('hashchange', () => resolve(), { once: true });
    location.hash = 'key=${secret}';
  })`);
  await page.getByText(live, { exact: true }).waitFor();
}

export function rowOf(page: Page, petId: bigint | number): Locator {
  return page.locator(`[data-pet="${petId}"]`);
}

/** The cell with a pet's quantity. */
export function quantityOf(page: Page, petId: bigint | number): Locator {
  return rowOf(page, petId).locator('.quantity');
}

export async function shows(locator: Locator, text: string): Promise<void> {
  await until(
    async () => plain(await locator.textContent()) === text,
    async () => `"${text}" was expected, "${await locator.textContent()}" is there`,
  );
}

/** Replaces non-breaking spaces. */
function plain(text: string | null): string | undefined {
  return text?.replaceAll('\u00a0', ' ');
}

/** Waits until the locator finds elements with exactly these texts, in this order. */
export async function showsAll(locator: Locator, texts: readonly string[]): Promise<void> {
  const shown = async () => JSON.stringify((await locator.allTextContents()).map(plain));
  await until(
    async () => (await shown()) === JSON.stringify(texts),
    async () => `${JSON.stringify(texts)} were expected, ${await shown()} are there`,
  );
}

/** Waits until the table has exactly these pets, in this order in the document. */
export async function showsPets(page: Page, ...petIds: readonly number[]): Promise<void> {
  await showsAll(page.getByRole('rowheader'), petIds.map(String));
}

/** Waits until a pet's row has the focus. */
export async function hasFocus(page: Page, petId: bigint | number): Promise<void> {
  await page.locator(`[data-pet="${petId}"]:focus`).waitFor();
}

/** The changes of a pet in the ledger, newest first, each as "set 97 → 100, count: the note". */
export async function changesOf(service: TestService, petId: bigint | number): Promise<string[]> {
  const entries = (await (await service.call('GET', `/v1/inventory/${petId}/history`)).json()) as LedgerEntry[];
  return entries.map(
    ({ kind, before, after, reason, note }) =>
      `${kind} ${before} → ${after}, ${reason}${note === null ? '' : `: ${note}`}`,
  );
}

/** Changes details of pets, by ID. */
export async function setDetails(service: TestService, details: Readonly<Record<string, object>>): Promise<void> {
  for (const [petId, body] of Object.entries(details)) {
    assert.equal((await service.call('PATCH', `/v1/inventory/${petId}/details`, { body })).status, 200);
  }
}

/** Sets a quantity as another person at another till does. */
export async function setElsewhere(service: TestService, petId: number, quantity: number): Promise<void> {
  const response = await service.call('PATCH', `/v1/inventory/${petId}`, { body: { quantity, reason: 'damage' } });
  assert.equal(response.status, 200);
}
