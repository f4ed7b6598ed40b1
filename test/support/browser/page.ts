import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Keyboard,
  type Locator,
  type Page,
} from 'playwright-core';
import type { TestService } from '../service/service.ts';
import { patienceMs, until } from '../until.ts';
import { findChromium } from './chromium.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
  /** Which key to sign in with: the service's admin key unless another is named; null for none. */
  readonly secret?: string | null;
};

/** A window of its own, as if on another computer. A fault in the page, or a breach of its policy, fails the test. */
export async function openPage(t: TestContext, service: TestService, options: Options = {}): Promise<Page> {
  const { secret = service.secret, ...settings } = options;
  // Animations are drawn by the processor here, and a test would have to wait for them.
  const still = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
  const context = await (await browser()).newContext({ ...still, ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  typeAsPerson(page.keyboard);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser itself notes every answer that is not 2xx; those are for the tests to expect.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, [], 'faults in the page');
  });
  await page.goto(secret === null ? service.url : `${service.url}/#key=${secret}`);
  if (secret !== null) await page.getByRole('grid').waitFor();
  return page;
}

/** A pause after each key by which the dashboard knows that no scanner types. */
const pauseMs = 60;

function typeAsPerson(keyboard: Keyboard): void {
  const type = keyboard.type.bind(keyboard);
  const press = keyboard.press.bind(keyboard);
  keyboard.press = async (key, options) => {
    await press(key, options);
    await setTimeout(pauseMs);
  };
  keyboard.type = async (text, { delay = pauseMs } = {}) => {
    for (const character of text) {
      await type(character);
      await setTimeout(delay);
    }
  };
}

/** Handles requests that a loaded page makes from now on. Chromium says that it is ready a moment before it is. */
export async function intercept(page: Page, ...[url, handler]: Parameters<Page['route']>): Promise<void> {
  await page.route(url, handler);
  await page.route('**/is-intercepted', (route) => route.fulfill({ status: 200 }), { times: 1 });
  await until(() => page.evaluate<boolean>("fetch('/is-intercepted').then(({ ok }) => ok)"));
}

/** Types a code and Enter as a scanner does, 5 ms a key, however slow this machine is. */
export async function scan(page: Page, code: string): Promise<void> {
  const browserSession = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1_000;
  for (const key of [...code, 'Enter']) {
    timestamp += 0.005;
    const text = key === 'Enter' ? '\r' : key;
    await browserSession.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp });
    await browserSession.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp });
  }
  await browserSession.detach();
}

/** Signs in with another key as a link in the same tab would, which does not load the page again. */
export async function signInAs(page: Page, secret: string): Promise<void> {
  // The page's own listener, which takes the key from the URL, comes first.
  await page.evaluate(`new Promise((resolve) => {
    addEventListener('hashchange', () => resolve(), { once: true });
    location.hash = 'key=${secret}';
  })`);
  await page.getByText('Live', { exact: true }).waitFor();
}

export function rowOf(page: Page, petId: bigint | number): Locator {
  return page.locator(`[data-pet="${petId}"]`);
}

/** The quantity that a pet's row shows, as it is written there. */
export function quantityOf(page: Page, petId: bigint | number): Locator {
  return rowOf(page, petId).locator('.quantity');
}

export async function shows(locator: Locator, text: string): Promise<void> {
  await until(
    async () => plain(await locator.textContent()) === text,
    async () => `"${text}" was expected, "${await locator.textContent()}" is there`,
  );
}

/** With ordinary spaces in place of those where a line cannot end. */
function plain(text: string | null): string | undefined {
  return text?.replaceAll('\u00a0', ' ');
}

/** As many of them, with these texts, in this order. */
export async function showsAll(locator: Locator, texts: readonly string[]): Promise<void> {
  const shown = async () => JSON.stringify((await locator.allTextContents()).map(plain));
  await until(
    async () => (await shown()) === JSON.stringify(texts),
    async () => `${JSON.stringify(texts)} were expected, ${await shown()} are there`,
  );
}

/** Waits until a pet's row has the focus. */
export async function hasFocus(page: Page, petId: bigint | number): Promise<void> {
  await page.locator(`[data-pet="${petId}"]:focus`).waitFor();
}

type Entry = { kind: string; before: number; after: number; reason: string | null; note: string | null; key: string };

/** What the ledger says of a pet, newest first. */
export async function ledgerOf(service: TestService, petId: bigint | number): Promise<Entry[]> {
  const response = await service.call('GET', `/v1/inventory/${petId}/history`);
  return (await response.json()) as Entry[];
}

/** Another person at another till. */
export async function setElsewhere(service: TestService, petId: number, quantity: number): Promise<void> {
  const response = await service.call('PATCH', `/v1/inventory/${petId}`, { body: { quantity, reason: 'damage' } });
  assert.equal(response.status, 200);
}
