import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DetailField,
  type Details,
  mapDetails,
  noDetails,
} from '@pawstock/shared/pet-details.ts';
import fc from 'fast-check';
import type { PetStatus } from 'pawstock-client/inventory-types.ts';
import {
  compareBy,
  type Filter,
  matcherOf,
  rankBy,
  type Sort,
} from '../../dashboard/src/stock/filter-and-sort.ts';
import type { Pet } from '../../dashboard/src/stock/pet.ts';
import { Stock } from '../../dashboard/src/stock/stock.ts';
import type { View } from '../../dashboard/src/stock/view.ts';

/**
 * A changed pet moves a single row of the table. The tests compare this with filtering and sorting
 * all rows again.
 */

const status = fc.constantFrom<PetStatus>('available', 'pending', 'sold');
const item = fc.record({ petId: fc.bigInt(-30n, 30n), quantity: fc.nat(8), status });

type Step =
  | {
      readonly kind: 'put';
      readonly petId: bigint;
      readonly quantity: number;
      readonly status: PetStatus;
    }
  | { readonly kind: 'remove' | 'pin'; readonly petId: bigint }
  | { readonly kind: 'unpin' }
  | { readonly kind: 'details'; readonly petId: bigint; readonly details: Details }
  | { readonly kind: 'threshold'; readonly threshold: number }
  | { readonly kind: 'show'; readonly filter: Filter; readonly sort: Sort };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: item.map((put) => ({ kind: 'put', ...put }) as const) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), petId: fc.bigInt(-30n, 30n) }),
  },
  fc.record({ kind: fc.constant('pin' as const), petId: fc.bigInt(-30n, 30n) }),
  fc.constant({ kind: 'unpin' } as const),
  fc.record({
    kind: fc.constant('details' as const),
    petId: fc.bigInt(-30n, 30n),
    details: fc.record({
      ...mapDetails<Record<DetailField, fc.Arbitrary<null>>>(() => fc.constant(null)),
      name: fc.constantFrom('Rex', 'rex', 'REX 1', '12', 'Änne', null),
      barcode: fc.constantFrom('12', '#12', 'rex', 'E-1', null),
      lowAt: fc.option(fc.nat(8)),
    }),
  }),
  fc.record({ kind: fc.constant('threshold' as const), threshold: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    kind: fc.constant('show' as const),
    filter: fc.record({
      status: fc.oneof(status, fc.constant('all' as const)),
      level: fc.constantFrom('all' as const, 'low' as const, 'out' as const),
      search: fc.constantFrom('', '', '1', '2', '-1', '12', 'ReX', 'e', ' ä', '#12', '007'),
    }),
    sort: fc.record({
      by: fc.constantFrom('pet' as const, 'name' as const, 'quantity' as const, 'status' as const),
      descending: fc.boolean(),
    }),
  }),
);

test('the view equals filtering and sorting all pets', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(item, { selector: ({ petId }) => petId }),
      fc.array(step, { maxLength: 40 }),
      (items, steps) => {
        const details = new Map<bigint, Details>();
        const stock = new Stock(5, (petId) => details.get(petId) ?? noDetails);
        const { view } = stock;
        let pinned: Pet | undefined;
        let version = 0;
        stock.load(items.toSorted((one, other) => Number(one.petId - other.petId)));
        for (const one of steps) {
          version++;
          if (one.kind === 'put') stock.put(one.petId, one, version);
          else if (one.kind === 'remove') stock.put(one.petId, undefined, version);
          else if (one.kind === 'threshold') stock.update(one.threshold);
          else if (one.kind === 'details') {
            details.set(one.petId, one.details);
            stock.update(stock.lowThreshold);
          } else if (one.kind === 'show') {
            view.update(one);
          } else if (one.kind === 'unpin') {
            view.unpin();
            pinned = undefined;
          } else {
            const pet = stock.get(one.petId);
            if (pet === undefined) continue;
            view.pin(pet);
            pinned = pet;
          }
          assert.deepEqual(
            view.rows.map(({ text }) => text),
            expected(stock, view, pinned).map(({ text }) => text),
          );
          for (const [index, { id }] of view.rows.entries()) assert.equal(view.indexOf(id), index);
          assert.deepEqual(stock.totals, totalsOf(stock));
        }
      },
    ),
    { numRuns: 300 },
  );
});

function expected(stock: Stock, view: View, pinned: Pet | undefined): Pet[] {
  const matches = matcherOf(view.filter, stock.lowThreshold);
  const others = stock.sorted.filter((pet) => pet.id !== pinned?.id && matches(pet));
  const rank = rankBy(view.filter.search);
  const compare = compareBy(view.sort);
  return [...others, ...(pinned === undefined ? [] : [pinned])].toSorted(
    (a, b) => rank(b) - rank(a) || compare(a, b),
  );
}

function totalsOf({ sorted, lowThreshold }: Stock) {
  const share = (pets: readonly Pet[]) => ({
    pets: pets.length,
    units: pets.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n),
  });
  const of = (wanted: PetStatus) => share(sorted.filter((pet) => pet.status === wanted));
  return {
    ...share(sorted),
    out: sorted.filter(({ quantity }) => quantity === 0).length,
    low: sorted.filter(({ quantity, lowAt }) => quantity > 0 && quantity <= (lowAt ?? lowThreshold))
      .length,
    byStatus: { available: of('available'), pending: of('pending'), sold: of('sold') },
  };
}

test('a known or older version is ignored', () => {
  const stock = new Stock(5, () => noDetails);
  stock.load([{ petId: 1n, quantity: 5, status: 'available' }]);
  assert.ok(stock.put(1n, { petId: 1n, quantity: 7, status: 'available' }, 9));
  assert.ok(!stock.put(1n, { petId: 1n, quantity: 6, status: 'available' }, 8));
  assert.ok(!stock.put(1n, undefined, 9));
  assert.equal(stock.get(1n)?.quantity, 7);
});

test('a code means the pet with this barcode, else this ID, else this name', () => {
  const details = new Map<bigint, Details>([
    [1n, { ...noDetails, name: '3', barcode: '2' }],
    [2n, { ...noDetails, name: 'Rex', barcode: 'REX' }],
    [3n, { ...noDetails, name: 'rex' }],
    [4n, { ...noDetails, name: 'Polly' }],
  ]);
  const stock = new Stock(5, (petId) => details.get(petId) ?? noDetails);
  stock.load([1n, 2n, 3n, 4n].map((petId) => ({ petId, quantity: 5, status: 'available' })));
  const { view } = stock;
  for (const [code, petId] of [
    ['2', 1n],
    [' 2 ', 1n],
    ['#2', 2n],
    ['3', 3n],
    ['REX', 2n],
    ['Rex', undefined],
    ['polly', 4n],
    ['', undefined],
  ] as const) {
    assert.equal(stock.resolve(code)?.id, petId, code);
    view.update({ filter: { status: 'all', level: 'all', search: code } });
    if (petId !== undefined) assert.equal(view.rows[0]?.id, petId, `search for ${code}`);
  }
});
