import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import type { TestService } from '../service/service.ts';
import { patienceMs, until } from '../until.ts';
import { findChromium } from './chromium.ts';

/** The arguments with which every browser starts. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names that end in .example lead to this computer. Chromium treats pages under them as from
  // another one.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
];

/** Makes the browser use a video as its camera. Must be called before the first page opens. */
export function filmAsCamera(film: string): void {
  browserArgs.push('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream');
  browserArgs.push(`--use-file-for-fake-video-capture=${film}`);
  // Browsers treat a loopback address as secure, but not the name shop.test, so pages under it lack
  // secure features.
  browserArgs.push('--host-resolver-rules=MAP shop.test 127.0.0.1');
}

/** The browser that all tests of a file share. It starts with the first page. */
let launched: Promise<Browser> | undefined;

after(async () => {
  await (await launched)?.close();
});

function browser(): Promise<Browser> {
  const executablePath = findChromium();
  assert.ok(executablePath !== undefined, 'there is no Chromium on this machine');
  launched ??= chromium.launch({ executablePath, args: browserArgs, timeout: 2 * patienceMs });
  return launched;
}

type Options = BrowserContextOptions & {
  /** The API key to sign in with. Default: the service's admin key; null for none. */
  readonly secret?: string | null;
  /**
   * Whether the test expects responses with a status of 400 or more. Otherwise they fail the test.
   */
  readonly mayBeRefused?: boolean;
  /** The array that collects the errors of the page. */
  readonly errors?: string[];
};

type SignInLink = Pick<TestService, 'url' | 'secret'>;

/**
 * Animations would only slow the tests down. A service worker would hide requests from `intercept`,
 * so only the tests of the worker have one.
 */
const still = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
} as const;

/** Gives a page the patience of all tests, and a keyboard at which a person types. */
export function preparePage(page: Page): void {
  page.setDefaultTimeout(patienceMs);
  typeAsPerson(page);
}

/**
 * Opens a page in its own browser context. Errors and violations of the security policy fail the
 * test.
 */
export async function openPage(
  t: TestContext,
  service: SignInLink,
  options: Options = {},
): Promise<Page> {
  const { secret = service.secret, mayBeRefused = false, errors = [], ...settings } = options;
  const context = await (await browser()).newContext({ ...still, ...settings });
  const page = await context.newPage();
  preparePage(page);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser itself logs every failed response, so that message is no error of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('response', (response) => {
    // At the end of a test the service stops first, and answers the page's event stream with a 503.
    const isExpected = response.status() === 503 && response.url().includes('/inventory/events');
    if (
      response.status() >= 400 &&
      !mayBeRefused &&
      !isExpected &&
      !response.url().endsWith(interceptProbe)
    )
      errors.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(errors, [], 'errors in the page');
  });
  await page.goto(secret === null ? service.url : `${service.url}/#key=${secret}`);
  if (secret !== null) {
    secrets.set(page, secret);
    await page.getByRole('grid').waitFor();
  }
  return page;
}

/** The API key that a page was last signed in with. A page that is loaded again asks for it. */
const secrets = new WeakMap<Page, string>();

/** Loads the page again, and signs in again with the same key. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  const secret = secrets.get(page);
  assert.ok(secret !== undefined, 'the page was signed in');
  await typeKey(page, secret);
}

/** Signs in on the page that asks for an API key, in any language. */
export async function typeKey(page: Page, secret: string): Promise<void> {
  secrets.set(page, secret);
  const field = page.locator('form input[type=password]');
  await field.fill(secret);
  await field.press('Enter');
}

/** The pause between two keystrokes of a person. */
const keyMs = 60;

/**
 * Makes the page's keyboard type like a person: with real pauses, and matching times in the key
 * events.
 */
function typeAsPerson(page: Page): void {
  page.keyboard.press = async (key) => {
    await pressKeys(page, [key]);
    await page.waitForTimeout(keyMs);
  };
  page.keyboard.type = async (text) => {
    for (const key of text) await page.keyboard.press(key);
  };
}

/** Types each text at a person's speed, followed by Enter. */
export async function typeLines(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
}

export async function clickButtons(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click();
}

export async function chooseInMenu(page: Page, button: string, item: string): Promise<void> {
  await clickButtons(page, button);
  await page.getByRole('menuitem', { name: item }).click();
}

/** Opens the import dialog, unless it is open, and selects a CSV file. */
export async function chooseCsv(page: Page, ...lines: readonly string[]): Promise<void> {
  const input = page.locator('input[type=file]');
  if ((await input.count()) === 0) await chooseInMenu(page, 'Menu', 'Import spreadsheet');
  await input.setInputFiles({
    name: 'pets.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
}

/**
 * Reloads the page without its event stream. The page learns of others' changes only when its own
 * are refused.
 */
export async function reloadWithoutEvents(page: Page): Promise<void> {
  await page.route('**/inventory/events*', (route) => route.abort());
  await reload(page);
  await page.getByText('Offline.').waitFor();
}

/**
 * The path of a test request, which the service answers with 404 until Chromium intercepts the
 * page's requests.
 */
const interceptProbe = '/is-intercepted';

/**
 * Intercepts requests of a page. Chromium reports success too early, so a test request is sent
 * until it is caught.
 */
export async function intercept(
  page: Page,
  ...[url, handler]: Parameters<Page['route']>
): Promise<void> {
  await page.route(url, handler);
  await page.route(`**${interceptProbe}`, (route) => route.fulfill({ status: 200 }), { times: 1 });
  await until(() => page.evaluate<boolean>(`fetch('${interceptProbe}').then(({ ok }) => ok)`));
}

type ScanOptions = { readonly end?: 'Enter' | 'Tab'; readonly keyMs?: number };

/** Types a barcode and Enter or Tab as fast as a barcode scanner does: 5 ms a key. */
export function scan(
  page: Page,
  code: string,
  { end = 'Enter', keyMs = 5 }: ScanOptions = {},
): Promise<void> {
  return pressKeys(page, [...code, end], { pauseMs: keyMs });
}

/** How the DevTools command `Input.dispatchKeyEvent` describes keys that type no letter. */
const namedKeys: Readonly<
  Record<string, { readonly text?: string; readonly windowsVirtualKeyCode: number }>
> = {
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
  ContextMenu: { windowsVirtualKeyCode: 93 },
  F6: { windowsVirtualKeyCode: 117 },
};

/**
 * The time that a page's last key event states. It may be in the future, because `pressKeys`
 * chooses these times.
 */
const lastKeyAtMs = new WeakMap<Page, number>();
/**
 * The DevTools session that sends keystrokes to a page. It stays open, or the page's offline mode
 * would end.
 */
const keySessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Presses keys. Their events state times that are `pauseMs` apart, however slow this machine is.
 * "Control+Enter" is one key.
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
    const event = {
      key,
      modifiers,
      timestamp: atMs / 1_000,
      ...(named === undefined ? {} : { code: key, ...named }),
    };
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

/** Counts the tones that the page plays from now on to signal errors. */
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

/** Signs in with another key through a link in the same tab, which does not reload the page. */
export async function signInAs(page: Page, secret: string, live = 'Live'): Promise<void> {
  secrets.set(page, secret);
  // This listener is added last, so it runs after the dashboard's own, which takes the API key from
  // the URL.
  await page.evaluate(`new Promise((resolve) => {
    addEventListener('hashchange', () => resolve(), { once: true });
    location.hash = 'key=${secret}';
  })`);
  await page.getByText(live, { exact: true }).waitFor();
}

export function rowOf(page: Page, petId: bigint | number): Locator {
  return page.locator(`[data-pet="${petId}"]`);
}

export function quantityOf(page: Page, petId: bigint | number): Locator {
  return rowOf(page, petId).locator('[data-quantity]');
}

export async function shows(locator: Locator, text: string): Promise<void> {
  await until(
    async () => plain(await locator.textContent()) === text,
    async () => `"${text}" was expected, "${await locator.textContent()}" is there`,
  );
}

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

/** Waits until the table has exactly these pets, in this order. */
export async function showsPets(page: Page, ...petIds: readonly number[]): Promise<void> {
  await showsAll(page.getByRole('rowheader'), petIds.map(String));
}

export async function hasFocus(page: Page, petId: bigint | number): Promise<void> {
  await page.locator(`[data-pet="${petId}"]:focus`).waitFor();
}

/**
 * Returns a pet's changes from the ledger, newest first, each as "set 97 → 100, count: the note".
 */
export async function changesOf(service: TestService, petId: bigint | number): Promise<string[]> {
  const entries = (await (
    await service.call('GET', `/v1/inventory/${petId}/history`)
  ).json()) as LedgerEntry[];
  return entries.map(
    ({ kind, before, after, reason, note }) =>
      `${kind} ${before} → ${after}, ${reason}${note === null ? '' : `: ${note}`}`,
  );
}

export async function setDetails(
  service: TestService,
  details: Readonly<Record<string, object>>,
): Promise<void> {
  for (const [petId, body] of Object.entries(details)) {
    assert.equal(
      (await service.call('PATCH', `/v1/inventory/${petId}/details`, { body })).status,
      200,
    );
  }
}

/** Sets a pet's quantity by an HTTP request from outside the page, as another till would. */
export async function setElsewhere(
  service: TestService,
  petId: number,
  quantity: number,
): Promise<void> {
  const response = await service.call('PATCH', `/v1/inventory/${petId}`, {
    body: { quantity, reason: 'damage' },
  });
  assert.equal(response.status, 200);
}
