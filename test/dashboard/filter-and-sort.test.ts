import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import fc from 'fast-check';
import {
  compareBy,
  formatQuery,
  noFilter,
  parseQuery,
  placeIn,
  type Sort,
} from '../../dashboard/src/stock/filter-and-sort.ts';
import { petOf } from '../../dashboard/src/stock/pet.ts';

const unsorted = { by: 'pet', descending: false } as const;
const plain = { noNullPrototype: true };

test('a filter and a sort order survive the URL', () => {
  const state = fc.record(
    {
      filter: fc.record(
        {
          status: fc.constantFrom('all', 'available', 'pending', 'sold'),
          level: fc.constantFrom('all', 'low', 'out'),
          search: fc.string(),
        },
        plain,
      ),
      sort: fc.record(
        { by: fc.constantFrom('pet', 'quantity', 'status'), descending: fc.boolean() },
        plain,
      ),
    },
    plain,
  );
  fc.assert(fc.property(state, (one) => assert.deepEqual(parseQuery(formatQuery(one)), one)));
});

test('without a filter the query is empty, and an unknown value is no filter', () => {
  assert.equal(formatQuery({ filter: noFilter, sort: unsorted }), '');
  assert.deepEqual(parseQuery('?status=lost&stock=many&sort=-age'), {
    filter: noFilter,
    sort: { ...unsorted, descending: true },
  });
  assert.deepEqual(parseQuery(''), { filter: noFilter, sort: unsorted });
});

test('pets are sorted by every column, and those without a name come last', () => {
  const pets = [
    petOf({ petId: 1n, quantity: 5, status: 'sold' }, noDetails),
    petOf({ petId: 2n, quantity: 5, status: 'available' }, { ...noDetails, name: 'Rex' }),
    petOf({ petId: 10n, quantity: 4, status: 'pending' }, { ...noDetails, name: 'Äffchen' }),
  ];
  const order = (by: Sort['by'], descending: boolean) =>
    pets.toSorted(compareBy({ by, descending })).map(({ id }) => id);
  assert.equal([order('pet', false), order('pet', true)].join(' '), '1,2,10 10,2,1');
  assert.equal([order('name', false), order('name', true)].join(' '), '10,2,1 2,10,1');
  assert.equal([order('quantity', false), order('quantity', true)].join(' '), '10,1,2 1,2,10');
  assert.equal([order('status', false), order('status', true)].join(' '), '2,10,1 1,10,2');
});

test('what a search finds has a place in the text, however it is written', () => {
  const cases: [text: string, search: string, marked: string | undefined][] = [
    ['Golden hamster', 'HAM', 'ham'],
    ['Ökö', 'ok', 'Ök'],
    ['O\u0308ko\u0308 finch', 'oko', 'O\u0308ko\u0308'],
    ['a ﬁnch', 'fin', 'ﬁn'],
    ['🐾 Rex', 'rex', 'Rex'],
    ['Neon\u00a0tetra', ' neon tetra ', 'Neon\u00a0tetra'],
    ['4006381333931', '6381', '6381'],
    ['Guppy', 'x', undefined],
    ['Guppy', ' ', undefined],
  ];
  for (const [text, search, marked] of cases) {
    const place = placeIn(text, search);
    assert.equal(place && text.slice(...place), marked, `${search} in ${text}`);
  }
});
