import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { chooseInMenu, openPage, press, pressKeys, setDetails } from '../support/browser/page.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

type Entry = {
  readonly seq: number;
  readonly petId: number;
  readonly kind: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly delta: number;
  readonly reason: string | null;
  readonly key: string | null;
  readonly requestId: string | null;
};

/** What a gesture means: the changes of the stock and the lines of the list that must follow from it. */
export type Intent = {
  /** The changes of this step, each as "pet ID: quantity afterwards". */
  readonly changes?: readonly string[];
  /** The lines of the list, newest first, each as "pet ID: number". */
  readonly lines?: readonly string[];
  /** Whether the page may ask instead, and change nothing. */
  readonly mayAsk?: boolean;
};

/** What the page shows once it is quiet. */
type Shown = Awaited<ReturnType<typeof readPage>>;

type Observed = {
  readonly shown: Shown;
  /** The changes of this step that the dashboard has made. */
  readonly entries: readonly Entry[];
  readonly intent: Intent;
  readonly hadFocus: boolean;
};

export type Screen = 'stock' | 'receiving' | 'count' | 'activity' | 'reports' | 'settings';

export const petIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const quantity = 20;
export const barcodes: Readonly<Record<number, string>> = { 1: '4006381333931', 2: '96385074', 3: '5512' };
const names: Readonly<Record<number, string>> = { 1: 'Guppy', 2: 'Rabbit', 7: 'Goldfish' };

/** The key of the dashboard. All other changes of the stock are other people's. */
const dashboardKey = 'counter';

/** One page that is walked through, with the service behind it. */
export class Walk {
  readonly page: Page;
  readonly service: TestService;
  readonly #secret: string;
  readonly #faults: string[];
  /** The parts of the page that are being loaded. */
  readonly #scripts = new Set<Request>();
  readonly #confirmations: string[] = [];
  #lastSeq = 0;
  /** False if another screen has just been shown. */
  #hadFocus = true;
  isOnline = true;
  /** The quantities before the current step, by pet. */
  stock = new Map<number, number>();
  trace: string[] = [];

  private constructor(page: Page, service: TestService, secret: string, faults: string[]) {
    this.page = page;
    this.#secret = secret;
    this.service = service;
    this.#faults = faults;
    page.on('request', (request) => request.resourceType() === 'script' && this.#scripts.add(request));
    page.on('requestfinished', (request) => this.#scripts.delete(request));
    page.on('requestfailed', (request) => this.#scripts.delete(request));
  }

  static async start(t: TestContext): Promise<Walk> {
    const service = await startService(t, { pets: petIds.map((petId) => ({ petId: BigInt(petId), quantity })) });
    for (const petId of petIds) {
      const details = { name: names[petId] ?? null, barcode: barcodes[petId] ?? null };
      await setDetails(service, { [petId]: details });
    }
    const faults: string[] = [];
    const secret = await createKey(service.store, { name: dashboardKey, scope: 'owner' });
    const page = await openPage(t, service, { secret, faults, mayBeRefused: true });
    await page.addInitScript(watchPage);
    return new Walk(page, service, secret, faults);
  }

  /** Puts everything back to where each walk begins. */
  async begin(): Promise<void> {
    this.trace = [];
    this.#faults.length = 0;
    await this.page.context().setOffline(false);
    this.isOnline = true;
    const rows = petIds.map((petId) => ({ petId, quantity, status: 'available' }));
    assert.equal((await this.service.call('PATCH', '/v1/inventory', { body: rows })).status, 200);
    for (const petId of (await this.#readStock()).keys()) {
      if (!petIds.some((known) => known === petId)) await this.service.call('DELETE', `/v1/inventory/${petId}`);
    }
    await this.page.setViewportSize({ width: 1280, height: 800 });
    await this.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await this.page.goto('about:blank');
    await this.page.goto(`${this.service.url}/#key=${this.#secret}`);
    await this.#load();
    await this.settle();
    await this.#newEntries();
    this.#confirmations.length = 0;
    this.stock = await this.#readStock();
  }

  /** Performs a step, waits until the page is quiet, and checks everything. */
  async perform(name: string, run: () => Promise<Intent | undefined>): Promise<void> {
    this.trace.push(name);
    const intent = (await run()) ?? {};
    const shown = await this.settle();
    const entries = await this.#newEntries();
    const own = entries.filter(({ key }) => key === dashboardKey);
    const observed = { shown, entries: own, intent, hadFocus: this.#hadFocus };
    this.#hadFocus = shown.focus !== undefined;
    for (const [rule, check] of Object.entries(checks)) {
      const fault = check(observed, this.#confirmations);
      if (fault !== undefined) assert.fail(`${rule}: ${fault}`);
    }
    assert.deepEqual(this.#faults, [], 'no error in the page');
    this.stock = await this.#readStock();
  }

  keys(keys: readonly string[], pauseMs: number): Promise<void> {
    this.trace.push(`  keys ${keys.join(' ')} (${pauseMs} ms)`);
    return pressKeys(this.page, keys, { pauseMs });
  }

  /** Waits until the page is quiet and has loaded its parts, and keeps the confirmations that it has shown. */
  async settle(): Promise<Shown> {
    for (;;) {
      const shown = await readPage(this.page);
      this.#confirmations.push(...shown.confirmations);
      if (this.#scripts.size === 0) return shown;
      await until(() => this.#scripts.size === 0);
    }
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.#load();
  }

  /** Waits until the page has loaded all that it needs. It shows the first dialog or menu after 300 ms, the others at once. */
  async #load(): Promise<void> {
    await this.page.getByText('Live', { exact: true }).waitFor();
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

  /** Changes a quantity as another person at another till does. The page knows of it afterwards, if it is online. */
  async changeElsewhere(petId: number, delta: number): Promise<void> {
    const body = { delta, reason: 'damage' };
    const response = await this.service.call('POST', `/v1/inventory/${petId}/adjustments`, { body });
    const seq = Number(response.headers.get('etag')?.replaceAll('"', ''));
    if (response.ok && this.isOnline) await until(() => this.page.evaluate((seq) => window.walk.heard >= seq, seq));
  }

  /** Shows a screen as the Back button does: the element with the focus may go with the screen before. */
  async show(screen: Screen): Promise<void> {
    await this.page.evaluate((name) => {
      location.hash = name;
    }, screen);
    this.#hadFocus = false;
  }

  /** Shows a screen without dialogs, menus, drafts and lists of earlier steps. */
  async open(screen: Screen): Promise<void> {
    await this.setOnline(true);
    let shown = await this.settle();
    for (let presses = 0; shown.isOpen && presses < 4; presses++) {
      await pressKeys(this.page, ['Escape'], { pauseMs: 100 });
      shown = await this.settle();
    }
    if (shown.isOpen) await this.reload();
    await this.show(screen);
    this.#hadFocus = true;
    if (screen === 'stock') return;
    await this.page.getByLabel(screen === 'count' ? 'Counted' : 'Arrived', { exact: true }).waitFor();
    shown = await this.settle();
    if (shown.isGuided) await press(this.page, 'End guided count');
    if (shown.lines.length > 0) {
      await press(this.page, 'Discard');
      await this.page.getByRole('button', { name: /^Discard \d+ line/ }).click();
    }
    for (const field of shown.typed.length > 0 ? await this.page.locator('.entry input').all() : [])
      await field.fill('');
    await this.page.getByLabel('Pet ID or name').focus();
  }

  async #newEntries(): Promise<Entry[]> {
    const response = await this.service.call('GET', `/v1/inventory/history?after=${this.#lastSeq}&limit=1000`);
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

declare global {
  interface Window {
    walk: { readonly confirmations: string[]; pending: number; heard: number };
  }
}

/** Runs in the page before its own code. Notes the confirmations, the open requests and the last event that it got. */
function watchPage(): void {
  const walk: Window['walk'] = { confirmations: [], pending: 0, heard: 0 };
  Object.assign(window, { walk, print: () => undefined });
  const seen = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[aria-label="Notifications"] [data-tone="success"]')) {
      if (!seen.has(toast)) walk.confirmations.push(toast.textContent?.replaceAll(/\s/g, ' ') ?? '');
      seen.add(toast);
    }
  }).observe(document, { childList: true, subtree: true });
  const real = window.fetch;
  const listen = async (stream: ReadableStream<Uint8Array> | null) => {
    for await (const text of stream?.pipeThrough(new TextDecoderStream() as never) ?? [])
      for (const [, seq] of String(text).matchAll(/^id: ?(\d+)$/gm)) walk.heard = Number(seq);
  };
  window.fetch = async (...request) => {
    walk.pending++;
    try {
      const response = await real(...request);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream) listen(response.clone().body).catch(() => undefined);
      else await response.clone().arrayBuffer();
      return response;
    } finally {
      walk.pending--;
    }
  };
}

/** Waits until no request is open and every key has had its effect, and reads what the page shows then. */
function readPage(page: Page) {
  return page.evaluate(async () => {
    // The page holds back the keys of a possible scan for 40 ms.
    const beganAtMs = performance.now();
    for (let quiet = 0; quiet < 4 || performance.now() - beganAtMs < 60; ) {
      await new Promise(requestAnimationFrame);
      const isLoading = document.querySelector('main')?.textContent?.includes('Loading…') ?? false;
      quiet = window.walk.pending === 0 && !isLoading ? quiet + 1 : 0;
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    const { activeElement } = document;
    const values = (selector: string) => [...document.querySelectorAll<HTMLInputElement>(selector)];
    const lines = [...document.querySelectorAll('[data-line]')].map(
      (line) => `${line.getAttribute('data-line')}: ${line.querySelector('input')?.value}`,
    );
    return {
      confirmations: window.walk.confirmations.splice(0),
      lines,
      sidewaysPx: scrollWidth - clientWidth,
      focus: activeElement === null || activeElement === document.body ? undefined : activeElement.outerHTML,
      isOpen: document.querySelector('[role=dialog], [role=menu], .editor') !== null,
      isGuided: document.querySelector('.guide-progress') !== null,
      typed: values('.entry input')
        .map(({ value }) => value)
        .filter((value) => value !== ''),
      questions: [...document.querySelectorAll('main :is(.error, [role=alert], .conflict)')].map(
        (one) => one.textContent ?? '',
      ),
    };
  });
}

const digits = (text = '') => Number(text.replaceAll(/\D/g, ''));

/** The sentences with which the page confirms that the stock has changed, and whether entries are what one of them says. */
const confirmationForms: readonly [RegExp, (match: RegExpExecArray, entries: readonly Entry[]) => boolean][] = [
  [/^Pet (\d+)[^:]*: [\d,]+ → ([\d,]+)/, ([, pet, after], entries) => isOne(entries, pet, digits(after))],
  [/^Pet (\d+)[^:]*: \w+ → \w+/, ([, pet], entries) => isOne(entries, pet)],
  [/^Undone: pet (\d+).* ([\d,]+)\./, ([, pet, after], entries) => isOne(entries, pet, digits(after))],
  [/^Pet (\d+).* added\./, ([, pet], entries) => isOne(entries, pet)],
  [/^Pet (\d+).* removed\./, ([, pet], entries) => isOne(entries, pet) && entries[0]?.after === null],
  [
    /^(?:Delivery saved|Count saved|Undone): ([\d,]+) pets?(?:, ([\d,]+) units?)?\./,
    ([, pets, units], entries) =>
      entries.length === digits(pets) && (units === undefined || Math.abs(sumOf(entries)) === digits(units)),
  ],
];

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { delta }) => sum + delta, 0);

function isOne(entries: readonly Entry[], pet: string | undefined, after?: number): boolean {
  const [entry, ...others] = entries;
  return others.length === 0 && entry?.petId === Number(pet) && (after === undefined || entry.after === after);
}

const describeEntry = ({ petId, before, after, reason }: Entry) => `pet ${petId}: ${before} → ${after}, ${reason}`;

type Check = (observed: Observed, confirmations: string[]) => string | undefined;

/** What must hold after every step. A check returns what is wrong. */
const checks: Readonly<Record<string, Check>> = {
  'a change of the stock is confirmed, and a confirmation is true': ({ entries }, confirmations) => {
    const requests = Map.groupBy(entries, ({ requestId }) => requestId);
    const all = confirmations.splice(0);
    const said = all.flatMap((text) => {
      const form = confirmationForms.find(([pattern]) => pattern.test(text));
      return form === undefined ? [] : [{ text, form }];
    });
    for (const made of requests.values()) {
      const index = said.findIndex(({ text, form: [pattern, says] }) => {
        const match = pattern.exec(text);
        return match !== null && says(match, made);
      });
      if (index < 0) return `nothing said ${made.map(describeEntry).join('; ')}, only ${JSON.stringify(all)}`;
      said.splice(index, 1);
    }
    return said.length === 0 ? undefined : `the stock has not changed, but ${said.map(({ text }) => text)}`;
  },
  'a change has a reason': ({ entries }) => {
    const without = entries.filter(({ kind, reason }) => /set|adjust/.test(kind) && reason === null);
    return without.length === 0 ? undefined : without.map(describeEntry).join('; ');
  },
  'a barcode is never a quantity': ({ entries }) => {
    const codes = Object.values(barcodes).map(Number);
    const isCode = (number: number | null) => number !== null && (number >= 1e7 - 1e3 || codes.includes(number));
    const wrong = entries.filter(({ delta, after }) => isCode(Math.abs(delta)) || isCode(after));
    return wrong.length === 0 ? undefined : wrong.map(describeEntry).join('; ');
  },
  'what was typed is saved, or still there to be saved': ({ entries, shown }) => {
    const isListSaved = entries.length > 0 && shown.confirmations.some((text) => /^(Delivery|Count) saved/.test(text));
    return isListSaved && shown.typed.length > 0 ? `saved without ${shown.typed}` : undefined;
  },
  'what the user means is what happens': ({ entries, shown, intent: { changes, lines, mayAsk = false } }) => {
    const changed = entries.map(({ petId, after }) => `${petId}: ${after}`).sort();
    if (mayAsk && changed.length === 0 && shown.questions.length > 0) return undefined;
    const wrongChanges = changes !== undefined && changed.join() !== [...changes].sort().join();
    if (wrongChanges) return `the stock is [${changed}] instead of [${changes}]; the page says: ${shown.questions}`;
    const wrongLines = lines !== undefined && shown.lines.join() !== lines.join();
    return wrongLines
      ? `the list is [${shown.lines}] instead of [${lines}]; the page says: ${shown.questions}`
      : undefined;
  },
  'the focus is on something': ({ shown, hadFocus }) =>
    shown.focus === undefined && hadFocus ? 'it is on nothing' : undefined,
  'nothing scrolls sideways': ({ shown }) => (shown.sidewaysPx > 0 ? `by ${shown.sidewaysPx} px` : undefined),
};
