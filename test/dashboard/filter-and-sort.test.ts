import '../support/messages.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

test('without a filter the query is empty', () => {
  assert.equal(formatQuery({ filter: noFilter, sort: unsorted }), '');
});

test('an empty query has no filter', () => {
  assert.deepEqual(parseQuery(''), { filter: noFilter, sort: unsorted });
});

test('an unknown value of a query is no filter', () => {
  assert.deepEqual(parseQuery('?status=lost&stock=many&sort=-age'), {
    filter: noFilter,
    sort: { ...unsorted, descending: true },
  });
});

describe('pets are sorted', () => {
  const pets = [
    petOf({ petId: 1n, quantity: 5, status: 'sold' }, noDetails),
    petOf({ petId: 2n, quantity: 5, status: 'available' }, { ...noDetails, name: 'Rex' }),
    petOf({ petId: 10n, quantity: 4, status: 'pending' }, { ...noDetails, name: 'Äffchen' }),
  ];
  type Column = Sort['by'];
  const orders: readonly { by: Column; ascending: bigint[]; descending: bigint[] }[] = [
    { by: 'pet', ascending: [1n, 2n, 10n], descending: [10n, 2n, 1n] },
    // A pet without a name comes last in both directions.
    { by: 'name', ascending: [10n, 2n, 1n], descending: [2n, 10n, 1n] },
    { by: 'quantity', ascending: [10n, 1n, 2n], descending: [1n, 2n, 10n] },
    { by: 'status', ascending: [2n, 10n, 1n], descending: [1n, 10n, 2n] },
  ];
  const idsBy = (sort: Sort) => pets.toSorted(compareBy(sort)).map(({ id }) => id);

  for (const { by, ascending, descending } of orders) {
    test(`by ${by}, ascending`, () => {
      assert.deepEqual(idsBy({ by, descending: false }), ascending);
    });

    test(`by ${by}, descending`, () => {
      assert.deepEqual(idsBy({ by, descending: true }), descending);
    });
  }
});

describe('what a search finds is marked in the text', () => {
  const found = [
    { title: 'in another case', text: 'Golden hamster', search: 'HAM', marked: 'ham' },
    { title: 'without its accents', text: 'Ökö', search: 'ok', marked: 'Ök' },
    {
      title: 'with accents of their own characters',
      text: 'O\u0308ko\u0308 finch',
      search: 'oko',
      marked: 'O\u0308ko\u0308',
    },
    { title: 'with a ligature', text: 'a ﬁnch', search: 'fin', marked: 'ﬁn' },
    { title: 'after an emoji', text: '🐾 Rex', search: 'rex', marked: 'Rex' },
    {
      title: 'with another space',
      text: 'Neon\u00a0tetra',
      search: ' neon tetra ',
      marked: 'Neon\u00a0tetra',
    },
    { title: 'within a number', text: '4006381333931', search: '6381', marked: '6381' },
  ];
  for (const { title, text, search, marked } of found) {
    test(title, () => {
      const place = placeIn(text, search);
      assert.equal(place && text.slice(...place), marked);
    });
  }

  for (const search of ['x', ' ']) {
    test(`and “${search}” is not found in Guppy`, () => {
      assert.equal(placeIn('Guppy', search), undefined);
    });
  }
});
