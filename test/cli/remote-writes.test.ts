import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRemoteCli } from '../support/service/cli-harness.ts';

test('set and adjust', async (t) => {
  const { cli, service, env, pawstock } = await openRemoteCli(t, [
    { petId: 7n, quantity: 97 },
    { petId: -9223372036854775808n, quantity: 0 },
  ]);

  await t.test('show what was there, what is there now, and the version', async () => {
    const rows: readonly (readonly [line: string, stdout: string])[] = [
      ['set 7 100', 'Pet 7: 97 → 100 (+3), version 3\n'],
      ['adjust 7 -2', 'Pet 7: 100 → 98 (-2), version 4\n'],
      ['adjust 7 +3 --reason arrival', 'Pet 7: 98 → 101 (+3), version 5\n'],
      ['set 7 101 --if-version 5', 'Pet 7: 101 → 101 (0), version 6\n'],
      [
        'adjust -9223372036854775808 9007199254740991 --json',
        '{"petId":-9223372036854775808,"quantity":9007199254740991,"status":"available","version":7,"before":0,"delta":9007199254740991}\n',
      ],
    ];
    for (const [line, expected] of rows) {
      const { code, stdout, stderr } = await pawstock(line);
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: expected, stderr: '' });
    }
  });

  await t.test('keep the reason and the note', async () => {
    await cli.runShared(['set', '7', '97', '--reason', 'count', '--note', 'Mon, “évening”'], {
      env,
    });
    const { reason, note, key } = (await cli.ledger()).at(-1) ?? {};
    assert.deepEqual([reason, note, key], ['count', 'Mon, “évening”', 'till']);
  });

  await t.test('say why nothing was changed, and what to do next', async () => {
    const strict = { PAWSTOCK_API_KEY: await cli.createKey({ requireVersion: true }) };
    for (const [line, says, more] of [
      [
        'set 7 1 --if-version 6',
        /^pawstock: Pet 7 has changed: it is at version 8 now\..*\n.*"pawstock history"/,
        {},
      ],
      ['set 8 1', /^pawstock: There is no pet 8 in the inventory\./, {}],
      ['adjust 7 -98', /^pawstock: Pet 7 has only 97 /, {}],
      ['set 7 1', /\npawstock: Add --if-version\./, strict],
    ] as const) {
      const { code, stdout, stderr } = await pawstock(line, more);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, line);
      assert.match(stderr, says);
    }
  });

  await t.test('are carried out where what was there cannot be asked for afterwards', async () => {
    // The command reads the old quantity after the write. The key allows one request a second, so
    // the read may fail.
    const slow = await cli.createKey({ rateLimit: 1 });
    const { code, stdout } = await pawstock('set 7 5', { PAWSTOCK_API_KEY: slow });
    assert.equal(code, 0);
    assert.match(stdout, /^Pet 7: (97 → 5 \(-92\)|5), version 9\n$/);
    assert.equal((await service.store.head()).seq, 9);
  });
});
