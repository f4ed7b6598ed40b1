import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRemoteCli } from '../support/service/cli-harness.ts';

test('set and adjust', async (t) => {
  const { cli, service, env, pawstock } = await openRemoteCli(t, [
    { petId: 7n, quantity: 97 },
    { petId: -9223372036854775808n, quantity: 0 },
  ]);

  for (const { title, line, expected } of [
    {
      title: 'set shows what was there, what is there now, and the version',
      line: 'set 7 100',
      expected: 'Pet 7: 97 → 100 (+3), version 3\n',
    },
    {
      title: 'adjust takes from the stock',
      line: 'adjust 7 -2',
      expected: 'Pet 7: 100 → 98 (-2), version 4\n',
    },
    {
      title: 'adjust adds to the stock',
      line: 'adjust 7 +3 --reason arrival',
      expected: 'Pet 7: 98 → 101 (+3), version 5\n',
    },
    {
      title: 'set succeeds where the version is the one that was given',
      line: 'set 7 101 --if-version 5',
      expected: 'Pet 7: 101 → 101 (0), version 6\n',
    },
    {
      title: 'JSON has every digit of the largest numbers',
      line: 'adjust -9223372036854775808 9007199254740991 --json',
      expected:
        '{"petId":-9223372036854775808,"quantity":9007199254740991,"status":"available",' +
        '"version":7,"before":0,"delta":9007199254740991}\n',
    },
  ]) {
    await t.test(title, async () => {
      const { code, stdout, stderr } = await pawstock(line);

      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: expected, stderr: '' });
    });
  }

  await t.test('the history keeps the reason, the note and the name of the key', async () => {
    const set = ['set', '7', '97', '--reason', 'count', '--note', 'Mon, “évening”'];
    await cli.runShared(set, { env });

    const newest = (await cli.ledger()).at(-1);
    assert.partialDeepStrictEqual(newest, { reason: 'count', note: 'Mon, “évening”', key: 'till' });
  });

  const requiresVersion = { PAWSTOCK_API_KEY: await cli.createKey({ requireVersion: true }) };

  for (const { title, line, says, env: more = {} } of [
    {
      title: 'a pet that has changed meanwhile is left, with the advice to look at its history',
      line: 'set 7 1 --if-version 6',
      says: /^pawstock: Pet 7 has changed: it is at version 8 now\..*\n.*"pawstock history"/,
    },
    {
      title: 'a pet that is not in the inventory is refused',
      line: 'set 8 1',
      says: /^pawstock: There is no pet 8 in the inventory\./,
    },
    {
      title: 'more than there is cannot be taken, and the message says how much there is',
      line: 'adjust 7 -98',
      says: /^pawstock: Pet 7 has only 97 /,
    },
    {
      title: 'a key that requires a version is refused without one, with the flag to add',
      line: 'set 7 1',
      says: /\npawstock: Add --if-version\./,
      env: requiresVersion,
    },
  ]) {
    await t.test(title, async () => {
      const { code, stdout, stderr } = await pawstock(line, more);

      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, says);
    });
  }

  await t.test('a change that cannot be shown afterwards is made all the same', async () => {
    // The command reads the old quantity after the write. The key allows one request a second, so
    // the read may fail.
    const slow = await cli.createKey({ rateLimit: 1 });

    const { code, stdout } = await pawstock('set 7 5', { PAWSTOCK_API_KEY: slow });

    assert.equal(code, 0);
    assert.match(stdout, /^Pet 7: (97 → 5 \(-92\)|5), version 9\n$/);
    assert.equal((await service.store.head()).seq, 9);
  });
});
