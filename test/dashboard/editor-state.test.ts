import '../support/messages.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import type { Sent } from '../../dashboard/src/api/sent.ts';
import { isTouched, withInput } from '../../dashboard/src/edit/draft.ts';
import {
  type Editor,
  type EditorEvent,
  mayHaveCaused,
  reduceEditor,
  type Saving,
  saveIdOf,
  type Write,
} from '../../dashboard/src/edit/editor-state.ts';
import { ledgerEntry } from './ledger-entry.ts';

const petId = 7n;
const base = { quantity: 40, status: 'available', version: 3 } as const;
const opened: EditorEvent = { kind: 'opened', petId, base };
type Steps = readonly (EditorEvent | ((open: Editor) => EditorEvent))[];
const now: Sent = { atMs: 0, keyCreatedMs: 1 };

function after(...events: Steps): Editor | undefined {
  return events.reduce<Editor | undefined>(
    (open, event) =>
      reduceEditor(
        open,
        typeof event === 'function' && open !== undefined ? event(open) : (event as EditorEvent),
        now,
      ),
    undefined,
  );
}

const typed =
  (text: string) =>
  (open: Editor): EditorEvent => ({ kind: 'typed', draft: withInput(open.draft, text) });
const save = (saveId: string, atMs = 0): EditorEvent => ({ kind: 'save', saveId, atMs });
const failed = (saveId: string, isRefusal: boolean): EditorEvent => ({
  kind: 'failed',
  petId,
  saveId,
  error: 'No.',
  isRefusal,
});

describe('editor', () => {
  const elsewhere: EditorEvent = { kind: 'changed-elsewhere', entry: ledgerEntry(4, 40, 20) };
  const removed: EditorEvent = { kind: 'changed-elsewhere', entry: ledgerEntry(4, 40, null) };
  const otherPet: EditorEvent = { kind: 'opened', petId: 8n, base };
  const mine: EditorEvent = { kind: 'resolve', resolution: 'mine', saveId: 'a' };
  const saved = (saveId: string): EditorEvent => ({ kind: 'saved', saveId });

  const cases: readonly { title: string; events: Steps; result: object }[] = [
    {
      title: 'does not save an untouched draft',
      events: [save('a')],
      result: { kind: 'editing', error: undefined },
    },
    {
      title: 'says what is wrong with a number',
      events: [typed('x'), save('a')],
      result: { error: 'Enter a whole number.' },
    },
    {
      title: 'asks about a number that is far from the last one',
      events: [typed('99999'), save('a')],
      result: { kind: 'editing', doubted: { target: 99999 } },
    },
    {
      title: 'saves such a number the second time',
      events: [typed('99999'), save('a'), save('b', 500)],
      result: { kind: 'saving' },
    },
    {
      title: 'takes a second Enter within half a second for no answer',
      events: [typed('99999'), save('a'), save('b', 499)],
      result: { kind: 'editing' },
    },
    {
      title: 'goes by the first of two saves',
      events: [typed('41'), save('a'), save('b')],
      result: { saveId: 'a' },
    },
    {
      title: 'does not change what it saves while the user types',
      events: [typed('41'), save('a'), typed('42')],
      result: { saveId: 'a' },
    },
    {
      title: 'stays open for a save that runs',
      events: [typed('41'), save('a'), otherPet],
      result: { saveId: 'a' },
    },
    {
      title: 'stays open if it has input',
      events: [typed('41'), otherPet],
      result: { kind: 'editing', draft: { petId } },
    },
    {
      title: 'changes to another pet if it has no input',
      events: [otherPet],
      result: { draft: { petId: 8n } },
    },
    {
      title: 'is not closed by an earlier save',
      events: [typed('41'), save('a'), saved('z')],
      result: { saveId: 'a' },
    },
    {
      title: 'takes a change elsewhere for a conflict with a number that is set',
      events: [typed('41'), elsewhere],
      result: { kind: 'conflict' },
    },
    {
      title: 'adds to what a change elsewhere has left',
      events: [typed('+1'), elsewhere],
      result: { kind: 'editing', draft: { base: { quantity: 20 } } },
    },
    {
      title: 'shows a change elsewhere if it is untouched',
      events: [elsewhere],
      result: { kind: 'editing', draft: { amount: '20' } },
    },
    {
      title: 'takes the removal of its pet for a conflict',
      events: [removed],
      result: { kind: 'conflict', conflict: { current: undefined } },
    },
    {
      title: 'has no conflict any more if the user adds',
      events: [typed('41'), elsewhere, typed('+1')],
      result: { kind: 'editing', draft: { base: { version: 4 } } },
    },
    {
      title: 'shows the conflict again if the choice fails',
      events: [typed('41'), elsewhere, mine, failed('a', true)],
      result: { kind: 'conflict', error: 'No.' },
    },
    {
      title: 'shows no error any more once it is connected again',
      events: [typed('x'), save('a'), { kind: 'reconnected' }],
      result: { error: undefined },
    },
  ];

  for (const { title, events, result } of cases) {
    test(title, () => assert.partialDeepStrictEqual(after(opened, ...events), result));
  }

  test('closes when it has saved', () => {
    assert.equal(after(opened, typed('41'), save('a'), saved('a')), undefined);
  });

  const savedAgain = (isRefusal: boolean) =>
    after(opened, typed('41'), save('a'), failed('a', isRefusal), save('b'));

  test('repeats a write without a response under its key', () => {
    assert.partialDeepStrictEqual(savedAgain(false), {
      saveId: 'b',
      write: { idempotencyKey: 'a', version: 3 },
    });
  });

  test('repeats a refused write under a new key', () => {
    assert.partialDeepStrictEqual(savedAgain(true), {
      saveId: 'b',
      write: { idempotencyKey: 'b', version: 3 },
    });
  });

  test('sends another change after a write without a response under a new key', () => {
    const changed = after(
      opened,
      typed('+1'),
      save('a'),
      failed('a', false),
      typed('+2'),
      save('b'),
    );
    assert.partialDeepStrictEqual(changed, {
      write: { body: { delta: 2 }, idempotencyKey: 'b', version: 3 },
    });
  });

  test('repeats no write that another API key has sent', () => {
    const lost = after(opened, typed('-1'), save('a'), failed('a', false));
    const again = reduceEditor(lost, save('b'), { ...now, keyCreatedMs: 2 });
    assert.partialDeepStrictEqual(again, {
      saveId: 'b',
      write: { idempotencyKey: 'b', version: 3 },
    });
  });

  test('repeats no write that the service has forgotten after a week', () => {
    const lost = after(opened, typed('-1'), save('a'), failed('a', false));
    const again = reduceEditor(lost, save('b'), { ...now, atMs: 7 * 24 * 3_600_000 });
    assert.partialDeepStrictEqual(again, { write: { idempotencyKey: 'b', version: 3 } });
  });

  test('loses no input and saves nothing twice, in any order of events', () => {
    const step = fc.oneof(
      fc
        .constantFrom('41', '+1', '-2', '+10', '', '39')
        .map((text) => (shop: Shop) => shop.type(text)),
      fc
        .constantFrom('mine' as const, 'difference' as const)
        .map((choice) => (shop: Shop) => shop.resolve(choice)),
      fc.boolean().map((isReceived) => (shop: Shop) => shop.respond(isReceived)),
      fc.constant((shop: Shop) => shop.save()),
      fc.constantFrom(
        (shop: Shop) => shop.changeElsewhere(),
        (shop: Shop) => shop.deliverEntry(),
        (shop: Shop) => shop.loseRequest(),
        (shop: Shop) => shop.replaceKey(),
        (shop: Shop) => shop.signIn(),
        (shop: Shop) => shop.dispatch({ kind: 'reconnected' }),
      ),
    );
    const sequences = fc.array(step, { maxLength: 30, size: 'max' });
    fc.assert(
      fc.property(sequences, fc.boolean(), (steps, isVersionKnown) => {
        const shop = new Shop(isVersionKnown);
        for (const run of steps) run(shop);
      }),
      { numRuns: 20_000 },
    );
  });
});

/** Simulates one editor and the service that it writes to. */
class Shop {
  open: Editor | undefined;
  quantity = 40;
  readonly ledger = [ledgerEntry(3, 40, 40)];
  /** Ledger entries that the event stream has not delivered to the editor yet. */
  undelivered: LedgerEntry[] = [];
  /** The Idempotency-Keys that the service knows, each with the API key that has sent it. */
  readonly known = new Set<string>();
  /** The API key that the service accepts, by when it was created. It replaces a revoked one. */
  validKey = 1;
  /** The API key that the tab is signed in with. */
  ownKey = 1;
  /** The API key with which the pending request was sent. */
  sender = 1;
  /**
   * The version that this editor's latest write produced, until the editor shows that version or a
   * later one.
   */
  unseen: number | undefined;
  input: string | undefined;
  saves = 0;

  constructor(isVersionKnown: boolean) {
    this.dispatch({
      kind: 'opened',
      petId,
      base: isVersionKnown ? base : { ...base, version: undefined },
    });
  }

  get version(): number {
    return this.ledger[0]?.seq ?? 0;
  }

  get now(): Sent {
    return { atMs: 0, keyCreatedMs: this.ownKey };
  }

  dispatch(event: EditorEvent): void {
    const before = this.open;
    this.open = reduceEditor(before, event, this.now);
    const now = this.open;
    if (before?.kind !== 'saving' || before.write === undefined) this.sender = this.ownKey;
    if (before?.kind === 'saving' && now?.kind === 'saving')
      assert.equal(now.saveId, before.saveId, 'two saves');
    if (now === undefined) return;
    const { draft } = now;
    const input = JSON.stringify([draft.mode, draft.amount]);
    if (event.kind === 'typed' && before?.kind !== 'saving') this.input = input;
    const hadInput = event.kind !== 'typed' && before !== undefined && isTouched(before.draft);
    if (hadInput) assert.equal(input, this.input, `input lost by ${event.kind}`);
    const shown =
      now.kind === 'conflict'
        ? now.conflict.current?.version
        : isTouched(draft)
          ? 0
          : draft.base.version;
    if (this.unseen !== undefined && (shown ?? 0) >= this.unseen) this.unseen = undefined;
  }

  type(text: string): void {
    if (this.open !== undefined)
      this.dispatch({ kind: 'typed', draft: withInput({ ...this.open.draft, mode: 'set' }, text) });
  }

  save(): void {
    this.dispatch(save(`save ${++this.saves}`));
  }

  resolve(resolution: 'mine' | 'difference'): void {
    this.dispatch({ kind: 'resolve', resolution, saveId: `save ${++this.saves}` });
  }

  changeElsewhere(): void {
    this.#append(this.quantity + 10, 'other');
  }

  #append(quantity: number, key = 'till'): void {
    const added = { ...ledgerEntry(this.version + 1, this.quantity, quantity), key };
    this.quantity = quantity;
    this.ledger.unshift(added);
    this.undelivered.push(added);
  }

  /** Handles an event of the stream as the dashboard's `handleRemoteChange` does. */
  deliverEntry(): void {
    const delivered = this.undelivered.shift();
    if (delivered === undefined || this.open === undefined) return;
    const wasSaving = this.open.kind === 'saving';
    if (mayHaveCaused(this.open, delivered, 'till', this.now)) this.save();
    else this.dispatch({ kind: 'changed-elsewhere', entry: delivered });
    if (delivered.key === 'other')
      assert.equal(this.open?.kind === 'saving', wasSaving, 'sent without being asked to');
  }

  /** An owner revokes the API key, and creates another one with the same name. */
  replaceKey(): void {
    this.validKey++;
  }

  /** The user signs in with the API key that is accepted now, in the same tab. */
  signIn(): void {
    this.ownKey = this.validKey;
  }

  loseRequest(): void {
    if (this.open?.kind === 'saving') this.#fail(this.open.saveId);
  }

  #fail(saveId: string): void {
    const latest = { quantity: this.quantity, status: 'available', version: this.version } as const;
    this.dispatch({
      kind: 'failed',
      petId,
      saveId,
      error: 'No response.',
      isRefusal: false,
      latest,
    });
  }

  /** The service handles the editor's pending request. Its response may get lost. */
  respond(isReceived: boolean): void {
    const { open } = this;
    if (open?.kind !== 'saving') return;
    // Refused with 401, which does not say whether an earlier attempt is stored.
    if (this.sender !== this.validKey) this.#fail(open.saveId);
    else if (open.write === undefined) this.#respondWithVersion(open, isReceived);
    else this.#apply(open, open.write, isReceived);
  }

  #apply(open: Saving, write: Write, isReceived: boolean): void {
    const { body, version, idempotencyKey } = write;
    const sent = `${this.sender} ${idempotencyKey}`;
    const isRepeated = this.known.has(sent);
    if (!isRepeated && version !== undefined && version !== this.version) {
      this.#showConflict(open);
      return;
    }
    if (!isRepeated) {
      assert.equal(this.unseen, undefined, 'applied twice');
      this.known.add(sent);
      this.#append('quantity' in body ? body.quantity : this.quantity + body.delta);
      this.unseen = this.version;
    }
    if (isReceived) this.dispatch({ kind: 'saved', saveId: open.saveId });
    else this.#fail(open.saveId);
  }

  #respondWithVersion(open: Saving, isReceived: boolean): void {
    if (!isReceived) this.#fail(open.saveId);
    else if (this.quantity !== open.draft.base.quantity) this.#showConflict(open);
    else this.dispatch({ kind: 'version-read', petId, base: { ...base, version: this.version } });
  }

  #showConflict(open: Editor): void {
    const current = {
      quantity: this.quantity,
      status: 'available',
      version: this.version,
    } as const;
    this.dispatch({
      kind: 'conflict-found',
      petId,
      saveId: saveIdOf(open),
      conflict: { entries: [], current },
    });
  }
}
