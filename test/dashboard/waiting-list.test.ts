import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  afterAttempt,
  afterComparing,
  canBeTakenBack,
  expectedQuantity,
  isSamePerson,
  madeAtOf,
  nextToSend,
  noteOf,
  type Person,
  sendableMs,
  taskOf,
  type WaitingList,
} from '../../dashboard/src/device/waiting-list.ts';

const anna: Person = { name: 'anna', createdAtMs: 1 };
const ben: Person = { name: 'ben', createdAtMs: 2 };
const hourMs = 3_600_000;

function listOf(change: Partial<WaitingList> = {}): WaitingList {
  return {
    kind: 'sell',
    lines: [{ petId: 1n, units: 2, seen: 10, newPet: undefined }],
    reason: 'sale',
    note: '',
    reservation: undefined,
    idempotencyKey: 'k1',
    person: anna,
    madeAtMs: 0,
    checkedAtMs: 0,
    progress: { kind: 'unsent' },
    ...change,
  };
}

const situation = { person: anna, ended: [], nowMs: hourMs };
const refusal = {
  code: 'insufficient_stock',
  row: 1,
  petId: 1n,
  available: 0,
} as const;

test('a list is sent with the key of the person who made it', () => {
  assert.deepEqual(taskOf(listOf(), situation), { kind: 'send' });
});

test('a list waits while another person, or no person, uses the device', () => {
  assert.deepEqual(taskOf(listOf(), { ...situation, person: ben }), { kind: 'wait-for-person' });
  assert.deepEqual(taskOf(listOf(), { ...situation, person: undefined }), {
    kind: 'wait-for-person',
  });
});

test('a new key with the name of an old one is another person', () => {
  const replaced = { ...anna, createdAtMs: 99 };
  assert.equal(taskOf(listOf(), { ...situation, person: replaced }).kind, 'wait-for-person');
});

test('a refused list is corrected by a person, and holds up no other list', () => {
  const refused = listOf({ progress: { kind: 'refused', refusal } });
  const next = listOf({ idempotencyKey: 'k2' });
  assert.equal(taskOf(refused, situation).kind, 'correct');
  assert.equal(nextToSend([refused, next], situation), next);
});

test('a list is compared with the ledger after six days, and not before', () => {
  const at = (nowMs: number) => taskOf(listOf(), { ...situation, nowMs }).kind;
  assert.equal(at(sendableMs), 'send');
  assert.equal(at(sendableMs + 1), 'compare');
});

test('a list of a key that has ended is compared with the ledger', () => {
  const task = taskOf(listOf(), { ...situation, person: ben, ended: [anna] });
  assert.deepEqual(task, { kind: 'compare', why: 'key-ended' });
});

test('a list that may be stored cannot be taken back, unless it was compared', () => {
  const sent = listOf({ progress: { kind: 'sent', rows: [] } });
  assert.equal(canBeTakenBack(sent, situation), false);
  assert.equal(canBeTakenBack(sent, { ...situation, nowMs: sendableMs + 1 }), true);
  assert.equal(canBeTakenBack(listOf(), situation), true);
});

test('a pet has the quantity that it will have when all that waits is stored', () => {
  const lists = [
    listOf(),
    listOf({ kind: 'receiving' }),
    listOf({ kind: 'count', lines: [{ petId: 1n, units: 7, seen: 10, newPet: undefined }] }),
    listOf(),
    listOf({ progress: { kind: 'refused', refusal } }),
  ];
  assert.equal(expectedQuantity(10, 1n, lists), 5);
  assert.equal(expectedQuantity(10, 2n, lists), 10);
});

test('a note says when the list was made, and can be read again', () => {
  const madeAtMs = Date.parse('2026-11-19T14:05:30Z');
  assert.equal(noteOf(listOf({ madeAtMs })), '[2026-11-19T14:05Z]');
  const note = noteOf(listOf({ madeAtMs, note: ' gift ' }));
  assert.equal(note, 'gift [2026-11-19T14:05Z]');
  assert.equal(madeAtOf(note)?.toISOString(), '2026-11-19T14:05:00.000Z');
  assert.equal(madeAtOf('gift'), undefined);
  assert.equal(madeAtOf(null), undefined);
});

/** A service as the lists see it: what it has stored, by Idempotency-Key, for seven days. */
class World {
  readonly stored = new Map<string, { readonly atMs: number; readonly person: Person }>();
  /** How often each sale has reached the ledger, whatever keys it was sent with. */
  readonly sales = new Map<number, number>();
  readonly order: number[] = [];
  lists: (WaitingList & { readonly sale: number })[] = [];
  revoked: Person[] = [];
  known: Person[] = [];
  person: Person | undefined = anna;
  nowMs = 0;
  isOnline = false;
  made = 0;
  keys = 0;

  save(): void {
    if (this.person === undefined) return;
    const times = { madeAtMs: this.nowMs, checkedAtMs: this.nowMs };
    const list = listOf({ idempotencyKey: `k${++this.keys}`, person: this.person, ...times });
    this.lists.push({ ...list, sale: ++this.made });
  }

  /** Sends the next list. The answer may be lost, and the service may have too little stock. */
  send(answer: 'arrives' | 'lost', decides: 'stores' | 'refuses'): void {
    const current = { person: this.person, ended: this.known, nowMs: this.nowMs };
    const list = nextToSend(this.lists, current);
    if (list === undefined) return;
    assert.ok(this.person !== undefined && isSamePerson(list.person, this.person));
    assert.ok(this.nowMs - list.checkedAtMs <= sendableMs);

    const sent: typeof list =
      list.progress.kind === 'sent' ? list : { ...list, progress: { kind: 'sent', rows: [] } };
    this.#replace(list, sent);
    if (!this.isOnline) return;

    const outcome = this.#decide(sent, decides);
    if (answer === 'lost') return;
    if (outcome.kind === 'key-ended') this.known.push(list.person);
    const after = afterAttempt(sent, outcome);
    this.#replace(sent, after && { ...after, sale: list.sale });
  }

  #decide(list: (typeof this.lists)[number], decides: 'stores' | 'refuses') {
    if (this.revoked.some((one) => isSamePerson(one, list.person)))
      return { kind: 'key-ended' } as const;
    const record = this.stored.get(list.idempotencyKey);
    const isKept = record !== undefined && this.nowMs - record.atMs < 7 * 24 * hourMs;
    if (isKept) return { kind: 'stored' } as const;
    if (decides === 'refuses') return { kind: 'refused', refusal } as const;
    this.stored.set(list.idempotencyKey, { atMs: this.nowMs, person: list.person });
    this.sales.set(list.sale, (this.sales.get(list.sale) ?? 0) + 1);
    this.order.push(list.sale);
    return { kind: 'stored' } as const;
  }

  /** A person looks at what needs one: the ledger says whether a sale is in it. */
  workThrough(): void {
    const current = { person: this.person, ended: this.known, nowMs: this.nowMs };
    for (const list of [...this.lists]) {
      if (this.person === undefined) return;
      const task = taskOf(list, current);
      if (task.kind !== 'compare' && task.kind !== 'correct') continue;
      const isInLedger = this.sales.has(list.sale);
      const again = afterComparing(list, this.person, `k${++this.keys}`, this.nowMs);
      this.#replace(list, isInLedger ? undefined : { ...again, sale: list.sale });
    }
  }

  #replace(
    list: (typeof this.lists)[number],
    after: (typeof this.lists)[number] | undefined,
  ): void {
    this.lists = this.lists.flatMap((one) => (one.sale === list.sale ? (after ?? []) : one));
  }
}

const event = fc.oneof(
  fc.constant((world: World) => world.save()),
  fc
    .record({
      answer: fc.constantFrom('arrives' as const, 'lost' as const),
      decides: fc.constantFrom('stores' as const, 'stores' as const, 'refuses' as const),
    })
    .map(
      ({ answer, decides }) =>
        (world: World) =>
          world.send(answer, decides),
    ),
  fc.boolean().map((isOnline) => (world: World) => {
    world.isOnline = isOnline;
  }),
  fc.constantFrom(anna, ben, undefined).map((person) => (world: World) => {
    world.person = person;
  }),
  fc.constant((world: World) => {
    world.revoked = [anna];
  }),
  fc.constantFrom(hourMs, 40 * hourMs, sendableMs + hourMs).map((ms) => (world: World) => {
    world.nowMs += ms;
  }),
  fc.constant((world: World) => world.workThrough()),
);

test('in any order of events, each sale is stored at most once, and in the end once', () => {
  const property = fc.property(fc.array(event, { maxLength: 60 }), (events) => {
    const world = new World();
    for (const happen of events) happen(world);
    assert.ok(
      [...world.sales.values()].every((times) => times === 1),
      'a sale was stored twice',
    );

    // The network comes back, and each person unlocks the device and works through what is left.
    world.isOnline = true;
    for (const person of [anna, ben]) {
      world.person = person;
      for (let sent = 0; sent <= world.made; sent++) world.send('arrives', 'stores');
      world.person = ben;
      world.workThrough();
    }
    world.person = ben;
    for (let sent = 0; sent <= world.made; sent++) world.send('arrives', 'stores');
    assert.deepEqual(world.lists, []);
    assert.deepEqual(
      [...world.sales.values()].filter((times) => times !== 1),
      [],
    );
    assert.equal(world.sales.size, world.made);
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('the lists of a person are stored in the order in which they were saved', () => {
  const sending = fc.constantFrom('arrives' as const, 'lost' as const);
  const property = fc.property(
    fc.integer({ min: 1, max: 8 }),
    fc.array(sending),
    (saved, answers) => {
      const world = new World();
      for (let nth = 0; nth < saved; nth++) world.save();
      world.isOnline = true;
      for (const answer of answers) world.send(answer, 'stores');
      assert.deepEqual(
        world.order,
        [...world.order].sort((a, b) => a - b),
      );
    },
  );
  fc.assert(property);
});
