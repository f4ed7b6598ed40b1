import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import {
  type Input,
  type Operation,
  type Output,
  type Seen,
  violationsIn,
} from '../support/model/linearizability.ts';

/**
 * Checks that the linearizability checker rejects impossible histories. test/faults checks real
 * histories.
 */

/** Simulates a service that handles one request at a time. Pets 1 and 2 start with 10 and 20. */
class SimulatedService {
  readonly ledger: LedgerEntry[] = [];

  constructor() {
    for (const petId of [1, 2]) this.#write('', petId, 10 * petId);
  }

  perform(requestId: string, input: Input): Output {
    if (input.kind === 'list') {
      const levels = [1, 2].map((petId) => ({ petId, quantity: this.#level(petId).quantity }));
      return { result: 'done', levels, seq: this.ledger.length };
    }
    if (input.kind === 'batch') {
      for (const { petId, quantity } of input.rows) this.#write(requestId, petId, quantity);
      return { result: 'done', levels: input.rows };
    }
    const level = this.#level(input.petId);
    if (input.kind === 'get') return { result: 'done', levels: [level] };
    if (input.kind === 'set' && (input.version ?? level.version) !== level.version)
      return { result: 'mismatch', version: level.version };
    const quantity = input.kind === 'adjust' ? level.quantity + input.delta : input.quantity;
    if (quantity < 0) return { result: 'insufficient' };
    return { result: 'done', levels: [this.#write(requestId, input.petId, quantity)] };
  }

  #level(petId: number): { petId: number; quantity: number; version: number } {
    const { seq = 0, after } = this.ledger.findLast((entry) => Number(entry.petId) === petId) ?? {};
    return { petId, quantity: after ?? 0, version: seq };
  }

  #write(requestId: string, petId: number, after: number): Seen {
    const seq = this.ledger.length + 1;
    this.ledger.push({
      seq,
      petId: BigInt(petId),
      before: this.#level(petId).quantity,
      after,
      requestId,
    } as LedgerEntry);
    return { petId, quantity: after, version: seq };
  }
}

const set = (petId: number, quantity: number, version?: number): Input => ({
  kind: 'set',
  petId,
  quantity,
  version,
});
const adjust = (petId: number, delta: number): Input => ({ kind: 'adjust', petId, delta });
const batch: Input = { kind: 'batch', rows: [1, 2].map((petId) => ({ petId, quantity: 5 })) };
const get: Input = { kind: 'get', petId: 1 };
const list: Input = { kind: 'list' };
const done = (petId: number, quantity: number, version: number): Output => ({
  result: 'done',
  levels: [{ petId, quantity, version }],
});
const listed = (seq: number, ...quantities: number[]): Output => ({
  result: 'done',
  levels: quantities.map((quantity, index) => ({ petId: index + 1, quantity })),
  seq,
});

/**
 * A request, its times of call and return, and its response: null for none; by default that of
 * SimulatedService.
 */
type Line = readonly [
  interval: readonly [number, number],
  input: Input,
  output?: Output | null | undefined,
];

function violationsOf(lines: readonly Line[]): string[] {
  const service = new SimulatedService();
  const history = lines.map(([[calledAt, returnedAt], input, told], index): Operation => {
    const own = service.perform(String(index), input);
    const output = told === null ? undefined : (told ?? own);
    return {
      requestId: String(index),
      input,
      output,
      calledAt,
      returnedAt: output ? returnedAt : Infinity,
    };
  });
  return violationsIn(history, service.ledger);
}

const refused: readonly (readonly [name: string, ...lines: Line[]])[] = [
  [
    'a read after a write that does not show it',
    [[1, 2], set(1, 5)],
    [[3, 4], get, done(1, 10, 1)],
  ],
  [
    'a write that was shown and is shown no more',
    [[1, 6], set(1, 5)],
    [[2, 3], get],
    [[4, 5], get, done(1, 10, 1)],
  ],
  ['a read that shows what was never written', [[1, 2], get, done(1, 11, 1)]],
  ['a read of a version that another pet has', [[1, 2], get, done(1, 10, 2)]],
  ['a write before its call', [[3, 4], set(1, 5)], [[1, 2], get]],
  [
    'two adjustments of which one is lost',
    [[1, 4], adjust(1, 3)],
    [[2, 3], adjust(1, 3), done(1, 13, 4)],
  ],
  ['two writers of one version', [[1, 4], set(1, 5, 1)], [[2, 3], set(1, 6, 1), done(1, 6, 4)]],
  ['a refusal without a reason', [[1, 2], set(1, 6, 9), { result: 'mismatch', version: 9 }]],
  [
    'a refusal for a version long gone',
    [[1, 2], set(1, 5)],
    [[3, 4], set(1, 6, 2), { result: 'mismatch', version: 1 }],
  ],
  [
    'a write that was told to be refused',
    [[1, 2], set(1, 6, 1), { result: 'mismatch', version: 3 }],
  ],
  [
    'too few, where there are enough',
    [[1, 2], adjust(1, -11), { result: 'insufficient' }],
    [[3, 4], adjust(1, 0), done(1, 9, 3)],
  ],
  [
    'too few, where there were once',
    [[1, 2], adjust(1, -5)],
    [[3, 4], set(1, 50)],
    [[5, 6], adjust(1, -60)],
    [[7, 8], adjust(1, -7), { result: 'insufficient' }],
  ],
  [
    'a list of two moments',
    [[1, 2], set(1, 5)],
    [[3, 4], set(2, 6)],
    [[1, 9], list, listed(4, 10, 6)],
  ],
  ['a list of the past', [[1, 2], set(1, 5)], [[3, 9], list, listed(2, 10, 20)]],
  ['half of a batch', [[1, 9], batch], [[2, 3], list, listed(3, 5, 10)]],
  ['an unanswered write before its call', [[3, 4], set(1, 5), null], [[1, 2], get]],
  ['versions that do not grow', [[3, 4], set(2, 5)], [[1, 2], set(1, 5)]],
];

for (const [name, ...lines] of refused) {
  test(`refused: ${name}`, () => assert.notDeepEqual(violationsOf(lines), []));
}

describe('a write is refused', () => {
  /** A service with one write of this request, or two. */
  function serviceWith(writes: number) {
    const service = new SimulatedService();
    const output = service.perform('0', set(1, 5));
    for (let more = 1; more < writes; more++) service.perform('0', set(1, 5));
    const operation = { requestId: '0', input: set(1, 5), output, calledAt: 1, returnedAt: 2 };
    return { operation, ledger: service.ledger };
  }

  test('unless it is in the ledger once', () => {
    const { operation, ledger } = serviceWith(1);
    assert.deepEqual(violationsIn([operation], ledger), []);
  });

  test('if it is not in the ledger', () => {
    const { operation, ledger } = serviceWith(1);
    assert.equal(violationsIn([operation], ledger.slice(0, 2)).length, 1);
  });

  test('if it is in the ledger twice', () => {
    const { operation, ledger } = serviceWith(2);
    assert.equal(violationsIn([operation], ledger).length, 1);
  });

  test('if it is in the ledger twice and was not answered', () => {
    const { operation, ledger } = serviceWith(2);
    assert.equal(violationsIn([{ ...operation, output: undefined }], ledger).length, 1);
  });
});
