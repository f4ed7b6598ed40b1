import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRemoteCli } from '../support/service/cli-harness.ts';
import { addPets } from '../support/service/store-contents.ts';

const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';

test('set and adjust', async (t) => {
  const { cli, env, pawstock, pawstockShared } = await openRemoteCli(t, [
    { petId: 7n, quantity: 97 },
    { petId: -9223372036854775808n, quantity: 0 },
  ]);
  const prints = async (line: string, expected: string, run = pawstockShared) => {
    const { code, stdout, stderr } = await run(line);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: expected, stderr: '' });
  };
  const fails = async (line: string, expected: readonly RegExp[], run = pawstockShared) => {
    const { code, stdout, stderr } = await run(line);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines.length, expected.length, stderr);
    for (const [index, pattern] of expected.entries()) assert.match(lines[index] ?? '', pattern);
  };

  await t.test('show what was there, what is there now, and the version', async () => {
    await prints('set 7 100', 'Pet 7: 97 → 100 (+3), version 3\n', pawstock);
    await prints('adjust 7 -2', 'Pet 7: 100 → 98 (-2), version 4\n', pawstock);
    await prints('adjust 7 +3 --reason arrival', 'Pet 7: 98 → 101 (+3), version 5\n');
    await prints('adjust 7 0', 'Pet 7: 101 → 101 (0), version 6\n');
    await prints(
      'adjust -9223372036854775808 9007199254740991',
      'Pet -9223372036854775808: 0 → 9007199254740991 (+9007199254740991), version 7\n',
    );
    await prints(
      'adjust -9223372036854775808 -9007199254740991 --json',
      '{"petId":-9223372036854775808,"quantity":0,"status":"available","version":8,"before":9007199254740991,"delta":-9007199254740991}\n',
    );
    await prints(
      'set --json 7 100 --if-version 6',
      '{"petId":7,"quantity":100,"status":"available","version":9,"before":101,"delta":-1}\n',
    );
  });

  await t.test('keep the reason and the note', async () => {
    const { code } = await cli.run(['set', '7', '97', '--reason', 'count', '--note', 'Mon, “évening”'], { env });
    assert.equal(code, 0);
    const { reason, note, key } = (await cli.ledger()).at(-1) ?? {};
    assert.deepEqual([reason, note, key], ['count', 'Mon, “évening”', 'till']);
  });

  await t.test('say who came in between, and what to do next', async () => {
    const changes = [
      /^pawstock: Nothing was changed: pet 7 is at version 10, not 6\.$/,
      new RegExp(`^pawstock: Version 9 by till, ${time} UTC: 101 → 100 \\(-1\\) set$`),
      new RegExp(`^pawstock: Version 10 by till, ${time} UTC: 100 → 97 \\(-3\\) set, count: Mon, “évening”$`),
      /^pawstock: To change it anyway, repeat the command with --if-version 10\.$/,
    ];
    await fails('set 7 1 --if-version 6', changes, pawstock);
    await prints('adjust 7 -1 --if-version 10', 'Pet 7: 97 → 96 (-1), version 11\n');
    await fails('adjust 7 -1 --if-version 999', [/pet 7 is at version 11, not 999\.$/, /--if-version 11\.$/]);
  });

  await t.test('show the last ten changes, where there were more', async () => {
    await cli.inStore(async (store) => {
      for (let done = 0; done < 11; done++) await addPets(store, [{ petId: 7n, quantity: done }]);
    });
    const { stderr } = await pawstockShared('set 7 1 --if-version 11');
    const lines = stderr.trimEnd().split('\n');
    assert.match(lines[1] ?? '', /^pawstock: These are the last 10 changes; "pawstock history 7" shows earlier ones:$/);
    assert.match(lines[2] ?? '', /^pawstock: Version 13 by an import, .*: 0 → 1 \(\+1\) import$/);
    assert.equal(lines.length, 13);
  });

  await t.test('say that a pet was removed meanwhile, and that one was never there', async () => {
    const admin = await cli.createKey({ name: 'office' });
    await fetch(`${env.PAWSTOCK_URL}/inventory/7`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin}` },
    });
    await fails('set 7 1 --if-version 22', [
      /^pawstock: Nothing was changed: pet 7 has been removed\.$/,
      new RegExp(`^pawstock: Version 23 by office, ${time} UTC: 10 → - \\(-10\\) delete$`),
    ]);
    await fails('set 8 1 --if-version 22', [/^pawstock: There is no pet 8 in the inventory\./]);
    await fails('set 8 1', [/^pawstock: There is no pet 8 in the inventory\./]);
  });

  await t.test('are refused in one line where there is not enough, and where a key must name a version', async () => {
    await fails('adjust -9223372036854775808 -1', [/^pawstock: Pet -9223372036854775808 is out of stock\./]);
    const strict = await cli.createKey({ requireVersion: true });
    const { code, stderr } = await pawstockShared('set -9223372036854775808 1', { PAWSTOCK_API_KEY: strict });
    assert.equal(code, 1);
    assert.match(stderr, /\npawstock: Add --if-version\./);
  });

  await t.test('are carried out where what was there cannot be asked for afterwards', async () => {
    // The key's only request of this second is spent on the change; the command gives up asking after two more.
    const slow = await cli.createKey({ rateLimit: 1 });
    const { code, stdout } = await pawstockShared('set -9223372036854775808 5', { PAWSTOCK_API_KEY: slow });
    assert.equal(code, 0);
    assert.match(stdout, /^Pet -9223372036854775808: (0 → 5 \(\+5\)|5), version 24\n$/);
  });
});
