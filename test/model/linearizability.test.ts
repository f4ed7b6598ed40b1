import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inForm } from '../support/long-form.ts';
import { describe, type Input, type Operation, type Output, type Seen } from '../support/model/history.ts';
import { type Inventory, inventoryOf, step } from '../support/model/inventory-model.ts';
import { checkLinearizable } from '../support/model/linearizability.ts';
import { SimulatedService, simulatedHistory } from '../support/model/simulated-history.ts';
import { type Random, randomFor } from '../support/random.ts';

/** The checker of histories is checked itself: by histories that must fail, and against trying every order there is. */

const rounds = inForm({ short: 4_000, long: 400_000 });

const pets: readonly Seen[] = [
  { petId: 1, quantity: 10, version: 1 },
  { petId: 2, quantity: 20, version: 2 },
];

type Line = readonly [interval: readonly [number, number], input: Input, output?: Output];

function history(lines: readonly Line[]): Operation[] {
  return lines.map(([[calledAt, returnedAt], input, output], client) => ({
    client,
    requestId: String(client),
    input,
    output,
    calledAt,
    returnedAt: output === undefined ? Number.POSITIVE_INFINITY : returnedAt,
  }));
}

const set = (petId: number, quantity: number): Input => ({ kind: 'set', petId, quantity });
const setIf = (petId: number, quantity: number, version: number): Input => ({
  kind: 'setIf',
  petId,
  quantity,
  version,
});
const adjust = (petId: number, delta: number): Input => ({ kind: 'adjust', petId, delta });
const batch = (...rows: Seen[]): Input => ({ kind: 'batch', rows });
const get = (petId: number): Input => ({ kind: 'get', petId });
const list: Input = { kind: 'list' };
const done = (petId: number, quantity: number, version: number | null = null): Output => ({
  result: 'done',
  levels: [{ petId, quantity, version }],
});
const listed = (first: number, second: number): Output => ({
  result: 'done',
  levels: [
    { petId: 1, quantity: first },
    { petId: 2, quantity: second },
  ],
});

const cases: readonly { name: string; lines: readonly Line[]; linearizable: boolean }[] = [
  {
    name: 'a read during a write may show it or not',
    lines: [
      [[1, 6], set(1, 5), done(1, 5, 3)],
      [[2, 3], get(1), done(1, 10, 1)],
      [[4, 5], get(1), done(1, 5, 3)],
    ],
    linearizable: true,
  },
  {
    name: 'a read after a write shows it',
    lines: [
      [[1, 2], set(1, 5), done(1, 5, 3)],
      [[3, 4], get(1), done(1, 10, 1)],
    ],
    linearizable: false,
  },
  {
    name: 'once shown, a write stays shown, even while it is still unanswered',
    lines: [
      [[1, 6], set(1, 5), done(1, 5, 3)],
      [[2, 3], get(1), done(1, 5, 3)],
      [[4, 5], get(1), done(1, 10, 1)],
    ],
    linearizable: false,
  },
  {
    name: 'two adjustments at once both count',
    lines: [
      [[1, 4], adjust(1, 3), done(1, 13, 3)],
      [[2, 3], adjust(1, 3), done(1, 13, 4)],
    ],
    linearizable: false,
  },
  {
    name: 'two writers of one version: one of them is refused',
    lines: [
      [[1, 4], setIf(1, 5, 1), done(1, 5, 3)],
      [[2, 3], setIf(1, 6, 1), done(1, 6, 4)],
    ],
    linearizable: false,
  },
  {
    name: 'a refusal names the version that there was',
    lines: [
      [[1, 4], setIf(1, 5, 1), done(1, 5, 3)],
      [[2, 3], setIf(1, 6, 1), { result: 'mismatch', version: 3 }],
    ],
    linearizable: true,
  },
  {
    name: 'a refusal without a reason',
    lines: [[[1, 2], setIf(1, 6, 1), { result: 'mismatch', version: 1 }]],
    linearizable: false,
  },
  {
    name: 'too few, where there are enough',
    lines: [[[1, 2], adjust(1, -10), { result: 'insufficient' }]],
    linearizable: false,
  },
  {
    name: 'a list is of one moment',
    lines: [
      [[1, 2], set(1, 5), done(1, 5, 3)],
      [[3, 4], set(2, 6), done(2, 6, 4)],
      [[1, 9], list, listed(10, 6)],
    ],
    linearizable: false,
  },
  {
    name: 'two lists agree on the order of two writes',
    lines: [
      [[1, 9], set(1, 5), done(1, 5, 3)],
      [[1, 9], set(2, 6), done(2, 6, 4)],
      [[1, 9], list, listed(5, 20)],
      [[1, 9], list, listed(10, 6)],
    ],
    linearizable: false,
  },
  {
    name: 'half of a batch',
    lines: [
      [[1, 9], batch({ petId: 1, quantity: 5 }, { petId: 2, quantity: 6 }), listed(5, 6)],
      [[2, 3], list, listed(5, 20)],
    ],
    linearizable: false,
  },
  {
    name: 'an unanswered write may have happened, late',
    lines: [
      [[1, 2], set(1, 5)],
      [[3, 4], get(1), done(1, 10, 1)],
      [[5, 6], get(1), done(1, 5, 3)],
    ],
    linearizable: true,
  },
  {
    name: 'an unanswered write happens once',
    lines: [
      [[1, 2], set(1, 5)],
      [[3, 4], get(1), done(1, 5, 3)],
      [[5, 6], set(1, 7), done(1, 7, 4)],
      [[7, 8], get(1), done(1, 5, 5)],
    ],
    linearizable: false,
  },
  {
    name: 'an unanswered write does not happen before it is called',
    lines: [
      [[1, 2], get(1), done(1, 5, 3)],
      [[3, 4], set(1, 5)],
    ],
    linearizable: false,
  },
  {
    name: 'versions only grow, over all pets',
    lines: [
      [[1, 2], set(1, 5), done(1, 5, 4)],
      [[3, 4], set(2, 5), done(2, 5, 3)],
    ],
    linearizable: false,
  },
];

for (const { name, lines, linearizable } of cases) {
  test(`${linearizable ? 'accepted' : 'refused'}: ${name}`, () => {
    const verdict = checkLinearizable(history(lines), { pets });
    assert.equal(verdict.result, linearizable ? 'linearizable' : 'violated', JSON.stringify(verdict));
  });
}

test('what cannot be decided within the bound is neither', () => {
  const lines = Array.from({ length: 12 }, (_, index): Line => [[1, 99], set(1, index), done(1, index)]);
  const verdict = checkLinearizable(history([...lines, [[1, 99], get(1), done(1, 77)]]), { pets, stepsMax: 1_000 });
  assert.equal(verdict.result, 'undecided');
});

test('small histories: the same verdict as by trying every order', (t) => {
  const random = randomFor(t);
  const verdicts = { linearizable: 0, violated: 0, undecided: 0 };
  for (let round = 0; round < rounds; round++) {
    const small = smallHistory(random);
    const { result } = checkLinearizable(small, { pets });
    assert.equal(result === 'linearizable', fits(inventoryOf(pets), small), small.map(describe).join('\n'));
    verdicts[result]++;
  }
  t.diagnostic(JSON.stringify(verdicts));
  assert.ok(Math.min(verdicts.linearizable, verdicts.violated) > rounds / 5, 'both come up often');
});

test('long histories with many writes unanswered are decided, in few steps', (t) => {
  const random = randomFor(t);
  const many = Array.from({ length: 8 }, (_, index) => ({ petId: index, quantity: 1_000_000, version: index + 1 }));
  for (let round = 0; round < inForm({ short: 5, long: 100 }); round++) {
    const long = simulatedHistory({ pets: many, clients: 8, operations: 600, cutEvery: 150, random });
    const { result, steps } = checkLinearizable(long, { pets: many });
    assert.equal(result, 'linearizable');
    assert.ok(steps < 500_000, `${steps} steps`);
  }
});

/** Every order in which no operation comes before one that had returned when it was called. */
function fits(inventory: Inventory, left: readonly Operation[]): boolean {
  if (left.every(({ output }) => output === undefined)) return true;
  const returnedAt = Math.min(...left.map((operation) => operation.returnedAt));
  return left.some((operation) => {
    if (operation.calledAt > returnedAt) return false;
    const next = step(inventory, operation);
    return (
      next !== undefined &&
      fits(
        next,
        left.filter((other) => other !== operation),
      )
    );
  });
}

/** Six operations, answered as one at a time would be, some then left unanswered, one perhaps answered wrongly. */
function smallHistory(random: Random): Operation[] {
  const service = new SimulatedService(pets);
  const petId = () => 1 + random.below(2);
  const inputs: (() => Input)[] = [
    () => set(petId(), random.below(3)),
    () => setIf(petId(), random.below(3), 1 + random.below(4)),
    () => adjust(petId(), random.below(3) - 1),
    () => batch({ petId: 1, quantity: random.below(3) }, { petId: 2, quantity: random.below(3) }),
    () => get(petId()),
    () => list,
  ];
  const wrong = random.below(8);
  return Array.from({ length: 6 }, (_, index): Operation => {
    const input = random.pick(inputs)();
    const output = service.perform(input);
    // Each happens at ten times its index, and takes up to as long as two others, before and after.
    const calledAt = index * 10 - random.below(25);
    const answered = input.kind === 'batch' || random.below(4) > 0;
    return {
      client: index,
      requestId: String(index),
      input,
      output: answered ? (index === wrong ? distorted(output, random) : output) : undefined,
      calledAt,
      returnedAt: answered ? index * 10 + random.below(25) : Number.POSITIVE_INFINITY,
    };
  });
}

function distorted(output: Output, random: Random): Output {
  if (output.result !== 'done') return output;
  const [first, ...others] = output.levels;
  if (first === undefined) return output;
  return { result: 'done', levels: [{ ...first, quantity: random.below(3) }, ...others] };
}
