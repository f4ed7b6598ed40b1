import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsAllowed } from '../../src/http/server/connections-allowed.ts';

test('connections leave the store its share of the files that the system allows', () => {
  assert.deepEqual(connectionsAllowed(Number.POSITIVE_INFINITY), { served: 10_000, refused: 100 });
  assert.deepEqual(connectionsAllowed(1_048_576), { served: 10_000, refused: 100 });
  assert.deepEqual(connectionsAllowed(4_096), { served: 2_457, refused: 100 });
  assert.deepEqual(connectionsAllowed(200), { served: 120, refused: 20 });
});
