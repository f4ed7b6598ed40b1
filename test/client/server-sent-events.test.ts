import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EventParser } from 'pawstock-client/server-sent-events.ts';

const text = [
  ': connected',
  '',
  'id: 1',
  'event: change',
  'data: {"note":"größer: ja"}',
  '',
  ':',
  '',
  'event: change',
  'data:one',
  'data:  two',
  'data',
  'retry: 100',
  '',
  'event: without data',
  '',
  'data: without a name',
  '',
  'event: change',
  'data: {"note":"two\u2028separators\u2029 and \u0085\u000b"}',
  '',
  'event: change',
  'data: not terminated',
];

const events = [
  { event: 'change', data: '{"note":"größer: ja"}' },
  { event: 'change', data: 'one\n two\n' },
  { event: '', data: 'without a name' },
  { event: 'change', data: '{"note":"two\u2028separators\u2029 and \u0085\u000b"}' },
];

test('the events do not depend on how the bytes are split', () => {
  for (const lineEnd of ['\n', '\r\n']) {
    const bytes = new TextEncoder().encode(text.join(lineEnd));
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const parser = new EventParser();
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        const parsed = pieces.flatMap((piece) => parser.push(piece));
        assert.deepEqual(parsed, events);
      }),
    );
  }
});
