import fc from 'fast-check';
import { barcodes, type Intent } from './checks.ts';
import { type List, petIds, type Screen, type Walk } from './walk.ts';

type Step = { readonly name: string; readonly run: (walk: Walk) => Promise<Intent | undefined> };

/** The milliseconds between two characters that a person or a hurried person types. */
const pauses = { person: 120, hurry: 20 } as const;

const pet = fc.constantFrom(...petIds);
/**
 * How a scanner types: how fast, with a pause somewhere within the code, and what it sends after a
 * code: CR, CR LF, Tab or nothing.
 */
const scanner = fc.record({
  pauseMs: fc.integer({ min: 2, max: 200 }),
  jitterMs: fc.integer({ min: 0, max: 300 }),
  suffix: fc.constantFrom<readonly string[]>(['Enter'], ['Enter', 'Enter'], ['Tab'], []),
  prefix: fc.constantFrom('', ']E0'),
});
type Scanner = typeof scanner extends fc.Arbitrary<infer One> ? One : never;

/** Scans a code, with the pause of the jitter in the middle of it. */
async function scan(walk: Walk, code: string, how: Scanner): Promise<void> {
  const { pauseMs, jitterMs, suffix, prefix } = how;
  const keys = [...prefix, ...code];
  const middle = Math.floor(keys.length / 2);
  await walk.keys(keys.slice(0, middle), pauseMs);
  await walk.pause(jitterMs);
  await walk.keys([...keys.slice(middle), ...suffix], pauseMs);
}
const list = fc.constantFrom<List>('sell', 'receiving', 'count');
const speed = fc.constantFrom(2, 5, 50, ...Object.values(pauses));
const typingSpeed = fc.constantFrom(pauses.person, pauses.hurry);
const amount = fc.integer({ min: 1, max: 30 });

type Gesture = (name: string) => fc.WeightedArbitrary<Step>;
type Arbitraries<Args> = { [K in keyof Args]: fc.Arbitrary<Args[K]> };

function gesture<Args>(
  args: Arbitraries<Args>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a gesture without a known effect returns nothing.
  run: (walk: Walk, args: Args) => Promise<Intent | void>,
  weight = 1,
): Gesture {
  return (name) => ({
    weight,
    arbitrary: fc.record(args).map((chosen) => {
      return {
        name: `${name} ${JSON.stringify(chosen)}`,
        run: async (walk) => (await run(walk, chosen as Args)) ?? undefined,
      };
    }),
  });
}

/** Returns the code on a pet's label: its barcode, or "pet 12" for a pet without a barcode. */
const codeOf = (petId: number) => barcodes[petId] ?? `pet ${petId}`;
const typed = (text: string | number) => [...String(text), 'Enter'];

/**
 * Gestures that begin by opening a screen. Each returns its expected effect if the effect is known.
 */
const intended = {
  'change a pet by keyboard': gesture(
    { petId: pet, sign: fc.constantFrom('-', '+', ''), amount, pauseMs: typingSpeed },
    async (walk, { petId, sign, amount, pauseMs }) => {
      await walk.open('stock');
      await walk.keys(['/', ...typed(petId)], pauses.person);
      await walk.settle();
      await walk.keys(typed(sign + amount), pauseMs);
      return { changes: changed(walk, petId, sign, amount), mayAsk: sign === '-' };
    },
  ),
  'scan a pet and sell one': gesture({ petId: pet, scanner }, async (walk, args) => {
    const { petId, scanner } = args;
    await walk.open('stock');
    await scan(walk, codeOf(petId), scanner);
    // A scanner that sends nothing after a code only searches, and a Tab may move on.
    if (scanner.suffix[0] !== 'Enter') return { changes: [] };
    await walk.settle();
    await walk.keys(typed('-1'), pauses.person);
    return { changes: changed(walk, petId, '-', 1), mayAsk: true };
  }),
  'scan into a list, and type a number': gesture(
    { screen: list, petId: pet, other: pet, scanner, amount, pauseMs: speed },
    async (walk, { screen, petId, other, scanner, amount, pauseMs }) => {
      await walk.open(screen);
      for (const scanned of [other, petId]) {
        await scan(walk, codeOf(scanned), scanner);
        // Without a suffix, a person presses Enter.
        if (scanner.suffix.length === 0) await walk.keys(['Enter'], pauses.person);
      }
      await walk.settle();
      await walk.keys(typed(`${amount}*`), pauseMs);
      if (screen === 'sell' && [petId, other].some((id) => (walk.stock.get(id) ?? 0) < 2))
        return undefined;
      const isTooMany = screen === 'sell' && amount > (walk.stock.get(petId) ?? 0);
      if (isTooMany) return undefined;
      return {
        changes: [],
        lines: [`${petId}: ${amount}`, ...(petId === other ? [] : [`${other}: 1`])],
      };
    },
  ),
  'type lines, and save with the last one half entered': gesture(
    {
      screen: list,
      entered: fc.uniqueArray(pet, { minLength: 2, maxLength: 3 }),
      amount,
      pauseMs: typingSpeed,
    },
    async (walk, { screen, entered, amount, pauseMs }) => {
      await walk.open(screen);
      for (const petId of entered) {
        await walk.keys(typed(petId), pauses.person);
        await walk.settle();
        const keys = typed(`${amount}*`);
        await walk.keys(petId === entered.at(-1) ? keys.slice(0, -1) : keys, pauseMs);
      }
      await clickSave(walk);
      if (screen === 'sell' && entered.some((petId) => (walk.stock.get(petId) ?? 0) < amount))
        return undefined;
      const sign = { sell: '-', receiving: '+', count: '=' }[screen];
      return {
        changes: entered.flatMap((petId) => changed(walk, petId, sign, amount)),
        mayAsk: true,
      };
    },
  ),
  'save a list without a network': gesture(
    {
      screen: fc.constantFrom<List>('sell', 'receiving'),
      petId: pet,
      amount,
      pauseMs: typingSpeed,
    },
    async (walk, { screen, petId, amount, pauseMs }) => {
      await walk.open(screen);
      const isFirst = (await walk.waitingLists()) === 0;
      await walk.setOnline(false);
      await walk.keys(typed(petId), pauses.person);
      await walk.settle();
      await walk.keys(typed(`${amount}*`), pauseMs);
      await clickSave(walk);
      await walk.setOnline(true);
      await walk.sendWaiting();
      const isEnough = screen === 'receiving' || amount <= (walk.stock.get(petId) ?? 0);
      if (!isFirst || !isEnough) return undefined;
      const sign = screen === 'sell' ? '-' : '+';
      return { changes: [], late: changed(walk, petId, sign, amount), lines: [] };
    },
  ),
  'guided count': gesture(
    { amounts: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), pauseMs: typingSpeed },
    async (walk, { amounts, pauseMs }) => {
      await walk.open('count');
      await walk.page.getByRole('button', { name: 'Guided count' }).click();
      for (const amount of amounts) await walk.keys(typed(amount), pauseMs);
      const inOrder = [...walk.stock.keys()].sort((a, b) => a - b);
      return { changes: [], lines: amounts.map((amount, index) => `${inOrder[index]}: ${amount}`) };
    },
  ),
  'scan into a quantity': gesture(
    {
      screen: fc.constantFrom<Screen>('stock', 'sell', 'receiving', 'count'),
      petId: pet,
      code: fc.constantFrom(...Object.values(barcodes)),
      times: fc.integer({ min: 1, max: 2 }),
      scanner,
    },
    async (walk, { screen, petId, code, times, scanner }) => {
      await walk.open(screen);
      await walk.keys([...(screen === 'stock' ? '/' : ''), ...typed(petId)], pauses.person);
      await walk.settle();
      const amount = walk.page.locator('[data-line] input').first();
      if (screen !== 'stock') await amount.focus();
      for (let time = 0; time < times; time++) await scan(walk, code, scanner);
      await clickSave(walk);
    },
  ),
  'hold Enter on a question': gesture(
    { screen: fc.constantFrom<List>('receiving', 'count'), petId: pet },
    async (walk, { screen, petId }) => {
      await walk.open(screen);
      await walk.keys(typed(petId), pauses.person);
      await walk.settle();
      await walk.keys([...'50000*', 'Enter', 'Enter', 'Enter'], 20);
      return { changes: [], lines: [`${petId}: 1`] };
    },
  ),
};

/** Random input without an expected effect, in whatever state the page is. */
const free = {
  'press keys': gesture(
    {
      keys: fc.array(
        fc.constantFrom(
          '1',
          '2',
          '7',
          '+',
          '-',
          '/',
          'g',
          'm',
          'a',
          '*',
          'Enter',
          'Tab',
          'Escape',
          'ArrowDown',
          'Backspace',
        ),
        { minLength: 1, maxLength: 6 },
      ),
      pauseMs: speed,
    },
    (walk, { keys, pauseMs }) => walk.keys(keys, pauseMs),
    3,
  ),
  scan: gesture(
    {
      code: fc.constantFrom(
        '4006381333931',
        '96385074',
        '5512',
        'pet 7',
        'pet 99',
        '5901234123457',
      ),
      scanner,
    },
    (walk, args) => scan(walk, args.code, args.scanner),
    3,
  ),
  click: gesture({ target: fc.nat(60) }, (walk, { target }) => clickOne(walk, target), 3),
};

/**
 * Events around the user: another screen, a reload, a lost network, a change at another till,
 * another window size.
 */
const around = {
  'show a screen': gesture(
    {
      screen: fc.constantFrom<Screen>(
        'stock',
        'sell',
        'receiving',
        'count',
        'activity',
        'reports',
        'settings',
      ),
    },
    (walk, { screen }) => walk.show(screen),
    2,
  ),
  reload: gesture({}, async (walk) => (walk.isOnline ? walk.reload() : undefined)),
  'lose or find the network': gesture({ isOnline: fc.boolean() }, (walk, { isOnline }) =>
    walk.setOnline(isOnline),
  ),
  'someone else changes a pet': gesture(
    { petId: pet, delta: fc.constantFrom(-3, 4) },
    (walk, { petId, delta }) => walk.changeElsewhere(petId, delta),
    2,
  ),
  'go on at another device': gesture(
    { width: fc.constantFrom(320, 640, 1280) },
    async (walk, { width }) => {
      await walk.page.setViewportSize({ width, height: width === 640 ? 320 : 800 });
      if (walk.isOnline) await walk.reload();
    },
  ),
};

const gestures: Readonly<Record<string, Gesture>> = { ...intended, ...free, ...around };

export const steps: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(gestures).map(([name, of]) => of(name)),
);

/**
 * Returns the ledger entry that a typed quantity leads to, or none if it is negative or the
 * editor's old quantity.
 */
function changed(walk: Walk, petId: number, sign: string, amount: number): string[] {
  const before = walk.stock.get(petId) ?? 0;
  const after = sign === '+' ? before + amount : sign === '-' ? before - amount : amount;
  const isNothing = after < 0 || (sign === '' && after === before);
  return isNothing ? [] : [`${petId}: ${after}`];
}

/** Clicks the button that saves the list or the editor's change, if this button is enabled. */
async function clickSave({ page }: Walk): Promise<void> {
  const save = page.locator(
    '[data-save-bar] [data-primary]:enabled, [data-editor] [data-primary]:enabled',
  );
  if ((await save.count()) > 0) await save.click();
}

/**
 * Names of controls that the random test never clicks: they end the session, leave the page or need
 * a file.
 */
const excluded = /Sign out|Revoke|Rotate|Replace|Remove|Print|Export|Import|API reference/;

async function clickOne({ page, trace }: Walk, target: number): Promise<void> {
  const all = ['button:enabled', '[role=menuitem]', 'a[href^="#"]', 'input'].map(
    (one) => `${one}:visible:not([inert] *)`,
  );
  const controls = page.locator(all.join()).filter({ hasNotText: excluded });
  const control = controls.nth(target % Math.max(1, await controls.count()));
  trace.push(`  click ${await control.evaluate((it) => it.ariaLabel ?? it.textContent)}`);
  // If a toast covers the chosen control, the click fails, and the test goes on.
  await control.click({ timeout: 1_000 }).catch(() => undefined);
}
