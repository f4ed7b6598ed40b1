import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatQuery, noFilter, parseQuery } from '../../dashboard/src/stock/filter-and-sort.ts';

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
      sort: fc.record({ by: fc.constantFrom('pet', 'quantity', 'status'), descending: fc.boolean() }, plain),
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
