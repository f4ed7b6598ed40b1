import fc from 'fast-check';
import { barcodes, type Intent, petIds, type Screen, type Walk } from './walk.ts';

export type Step = {
  readonly name: string;
  readonly run: (walk: Walk) => Promise<Intent | undefined>;
};

/** The times between two keys of a person, of a person in a hurry, of a scanner, and of a slow scanner. */
const pauses = { person: 120, hurry: 20, scanner: 5, slowScanner: 50 } as const;

const pet = fc.constantFrom(...petIds);
const coded = fc.constantFrom(...Object.keys(barcodes).map(Number));
const suffix = fc.constantFrom('Enter', 'Tab');
const list = fc.constantFrom('receiving' as const, 'count' as const);
const speed = fc.constantFrom(...Object.values(pauses));
const amount = fc.integer({ min: 1, max: 30 });

type Run<Args, Result> = (walk: Walk, args: Args) => Promise<Result>;
type Arbitraries<Args> = { [K in keyof Args]: fc.Arbitrary<Args[K]> };
type Gesture = (name: string) => fc.WeightedArbitrary<Step>;

function gesture<Args>(args: Arbitraries<Args>, run: Run<Args, Intent | undefined>, weight = 1): Gesture {
  return (name) => ({
    weight,
    arbitrary: fc.record(args).map((chosen) => {
      return { name: `${name} ${JSON.stringify(chosen)}`, run: (walk) => run(walk, chosen as Args) };
    }),
  });
}

/** A gesture without a meaning of its own. */
function move<Args>(args: Arbitraries<Args>, run: Run<Args, void>, weight = 1): Gesture {
  return gesture(args, async (walk, chosen: Args) => void (await run(walk, chosen)), weight);
}

/** What is printed on a label: the barcode, or "pet 12" for a pet without one. */
const codeOf = (petId: number) => barcodes[petId] ?? `pet ${petId}`;
const typed = (text: string | number) => [...String(text), 'Enter'];

/** Gestures with a meaning, each from a screen as it is when it opens. */
const intended = {
  'change a pet by keyboard': gesture(
    { petId: pet, sign: fc.constantFrom('-', '+', ''), amount, pauseMs: fc.constantFrom(pauses.person, pauses.hurry) },
    async (walk, { petId, sign, amount, pauseMs }) => {
      await walk.open('stock');
      await walk.keys(['/', ...typed(petId)], pauses.person);
      await walk.settle();
      await walk.keys(typed(sign + amount), pauseMs);
      return { changes: changed(walk, petId, sign, amount), mayAsk: sign === '-' };
    },
  ),
  'scan a pet and sell one': gesture(
    { petId: pet, suffix, prefix: fc.constantFrom('', ']E0') },
    async (walk, { petId, suffix, prefix }) => {
      await walk.open('stock');
      await walk.keys([...prefix, ...codeOf(petId), suffix], pauses.scanner);
      await walk.keys(typed('-1'), pauses.person);
      return { changes: changed(walk, petId, '-', 1), mayAsk: walk.stock.get(petId) === 0 };
    },
  ),
  'scan into a list, and type a number': gesture(
    { screen: list, petId: pet, other: pet, suffix, amount, pauseMs: speed },
    async (walk, { screen, petId, other, suffix, amount, pauseMs }) => {
      await walk.open(screen);
      await walk.keys([...codeOf(other), suffix], pauses.scanner);
      await walk.keys([...codeOf(petId), suffix], pauses.scanner);
      await walk.keys(typed(amount), pauseMs);
      return { changes: [], lines: petId === other ? [`${petId}: ${amount}`] : [`${petId}: ${amount}`, `${other}: 1`] };
    },
  ),
  'type lines, and save with the last one half entered': gesture(
    {
      screen: list,
      entered: fc.uniqueArray(pet, { minLength: 2, maxLength: 3 }),
      amount,
      pauseMs: fc.constantFrom(pauses.person, pauses.hurry),
    },
    async (walk, { screen, entered, amount, pauseMs }) => {
      await walk.open(screen);
      for (const petId of entered) {
        await walk.keys(typed(petId), pauses.person);
        await walk.keys(typed(amount).slice(0, petId === entered.at(-1) ? -1 : undefined), pauseMs);
      }
      await walk.page.getByRole('button', { name: 'Save' }).click();
      const sign = screen === 'count' ? '=' : '+';
      return { changes: entered.flatMap((petId) => changed(walk, petId, sign, amount)), mayAsk: true };
    },
  ),
  'guided count': gesture(
    {
      amounts: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
      pauseMs: fc.constantFrom(pauses.person, pauses.hurry),
    },
    async (walk, { amounts, pauseMs }) => {
      await walk.open('count');
      await walk.page.getByRole('button', { name: 'Guided count' }).click();
      for (const amount of amounts) await walk.keys(typed(amount), pauseMs);
      const inOrder = [...walk.stock.keys()].sort((a, b) => a - b);
      return { changes: [], lines: amounts.map((amount, index) => `${inOrder[index]}: ${amount}`).reverse() };
    },
  ),
  'scan slowly into a quantity': gesture(
    {
      screen: fc.constantFrom('stock' as const, 'receiving' as const, 'count' as const),
      petId: pet,
      code: coded,
      times: fc.integer({ min: 1, max: 2 }),
      suffix,
    },
    async (walk, { screen, petId, code, times, suffix }) => {
      await walk.open(screen);
      await walk.keys([...(screen === 'stock' ? '/' : ''), ...typed(petId)], pauses.person);
      await walk.settle();
      for (let time = 0; time < times; time++) await walk.keys([...codeOf(code), suffix], pauses.slowScanner);
      const save = walk.page.getByRole('button', { name: 'Save' });
      if ((await save.count()) > 0 && (await save.isEnabled())) await save.click();
      return undefined;
    },
  ),
};

/** Gestures without a meaning, in whatever state the page is. */
const free = {
  'press keys': move(
    {
      keys: fc.array(
        fc.constantFrom('1', '2', '7', '+', '-', '/', 'g', 'Enter', 'Tab', 'Escape', 'ArrowDown', 'Backspace'),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      pauseMs: speed,
    },
    (walk, { keys, pauseMs }) => walk.keys(keys, pauseMs),
    3,
  ),
  scan: move(
    {
      code: fc.constantFrom('4006381333931', '96385074', '5512', 'pet 7', 'pet 99', '5901234123457'),
      suffix,
      pauseMs: fc.constantFrom(pauses.scanner, pauses.slowScanner),
    },
    (walk, { code, suffix, pauseMs }) => walk.keys([...code, suffix], pauseMs),
    3,
  ),
  click: move({ target: fc.nat(60) }, (walk, { target }) => clickOne(walk, target), 3),
};

/** What happens around the user. */
const around = {
  'show a screen': move(
    { screen: fc.constantFrom<Screen>('stock', 'receiving', 'count', 'activity', 'reports', 'settings') },
    (walk, { screen }) => walk.show(screen),
    2,
  ),
  reload: move({}, async (walk) => (walk.isOnline ? walk.reload() : undefined)),
  'lose or find the network': move({ isOnline: fc.boolean() }, (walk, { isOnline }) => walk.setOnline(isOnline)),
  'someone else changes a pet': move(
    { petId: pet, delta: fc.constantFrom(-3, 4) },
    (walk, { petId, delta }) => walk.changeElsewhere(petId, delta),
    2,
  ),
  'go on at another device': move({ width: fc.constantFrom(320, 640, 1280) }, async (walk, { width }) => {
    await walk.page.setViewportSize({ width, height: width === 640 ? 320 : 800 });
    if (walk.isOnline) await walk.reload();
  }),
};

const gestures: Readonly<Record<string, Gesture>> = { ...intended, ...free, ...around };

export const steps: fc.Arbitrary<Step> = fc.oneof(...Object.entries(gestures).map(([name, of]) => of(name)));

/** The change that a number typed for a pet means; none if it cannot be or changes nothing. */
function changed(walk: Walk, petId: number, sign: string, amount: number): string[] {
  const before = walk.stock.get(petId) ?? 0;
  const after = sign === '+' ? before + amount : sign === '-' ? before - amount : amount;
  const isNothing = after < 0 || (sign === '' && after === before);
  return isNothing ? [] : [`${petId}: ${after}`];
}

/** Controls that end the session, leave the page, take a key from somebody, or need a file. */
const excluded = /Sign out|Revoke|Rotate|Replace|Remove|Print|Download|Export|Import|API reference/i;

/** Clicks one of the controls that are visible and not covered. */
async function clickOne(walk: Walk, target: number): Promise<void> {
  const found = await walk.page.evaluate(
    ({ target, excluded }) => {
      const all = [...document.querySelectorAll<HTMLElement>('button, a[href^="#"], [role=menuitem], .row, input')];
      const targets = all.flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        const isCovered = !element.contains(document.elementFromPoint(x, y));
        return isCovered || element.matches(':disabled, [type=file]') || new RegExp(excluded, 'i').test(name)
          ? []
          : [{ x, y, name }];
      });
      return targets[target % targets.length];
    },
    { target, excluded: excluded.source },
  );
  if (found === undefined) return;
  walk.trace.push(`  click ${found.name}`);
  await walk.page.mouse.click(found.x, found.y);
}
