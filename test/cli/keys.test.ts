import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasValidChecksum } from '../../src/domain/api-key.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

const hour = 3_600_000;

type Listed = Readonly<Record<string, string | number | boolean | null>>;

test('pawstock keys', async (t) => {
  const cli = openCliHarness(t);
  const run = (line: string) => cli.runShared(['keys', ...line.split(' ')]);
  const listed = async () => JSON.parse((await run('list --json')).stdout) as Listed[];
  const timeOf = (text: Listed[string] | undefined) => Date.parse(String(text));

  await t.test('create prints the key alone; by default it may write and never ends', async () => {
    const { code, stdout, stderr } = await cli.run(['keys', 'create', 'plain']);
    assert.equal(code, 0);
    assert.match(stdout, /^paw_\w+\n$/);
    assert.ok(hasValidChecksum(stdout.trimEnd()));
    assert.ok(!stderr.includes(stdout.trimEnd()), 'the key is on stderr as well');
    assert.match(stderr, /^There was no store at [^\n]*pawstock\.db: a new one was created\.\n/);
    assert.match(stderr, /To set up the shop [^\n]* use --scope owner\.\n$/);
    const [key = {}] = await listed();
    assert.ok(Math.abs(timeOf(key['createdAt']) - Date.now()) < 60_000);
    assert.ok(Number.isSafeInteger(key['id']), `the id of the key is ${key['id']}`);
    assert.deepEqual(key, {
      id: key['id'],
      name: 'plain',
      state: 'active',
      scope: 'write',
      requireVersion: false,
      rateLimit: null,
      createdAt: key['createdAt'],
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    });
  });

  await t.test('create takes a scope, a time and the other terms, and prints JSON', async () => {
    for (const expires of ['90d', '36h', '15m'])
      await run(`create ${expires} --scope admin --expires ${expires}`);
    const created = await run('create 30s --require-version --rate-limit 5 --expires 30s --json');
    const { name, key, ...others } = JSON.parse(created.stdout) as { name: string; key: string };
    assert.deepEqual([created.stderr, name, hasValidChecksum(key), others], ['', '30s', true, {}]);
    assert.deepEqual(
      (await listed())
        .slice(1)
        .map(({ name, scope, requireVersion, rateLimit, expiresAt, createdAt }) => [
          ...[
            name,
            scope,
            requireVersion,
            rateLimit,
            (timeOf(expiresAt) - timeOf(createdAt)) / hour,
          ],
        ]),
      [
        ['90d', 'admin', false, null, 2_160],
        ['36h', 'admin', false, null, 36],
        ['15m', 'admin', false, null, 0.25],
        ['30s', 'write', true, 5, 30 / 3_600],
      ],
    );
    assert.match(
      (await run('list')).stdout,
      /^NAME +STATE +SCOPE +CREATED +EXPIRES +LAST USED +TERMS\n(?:.+ -\n){4}30s .* require-version 5\/s\n$/,
    );
  });

  await t.test(
    'rotate prints a new key and ends the old one after the overlap; revoke says so on stderr',
    async () => {
      assert.match((await run('rotate plain --overlap 24h')).stdout, /^paw_\w+\n$/);
      const [old, ...others] = await listed();
      assert.equal((timeOf(old?.['expiresAt']) - timeOf(others.at(-1)?.['createdAt'])) / hour, 24);
      const { code, stdout, stderr } = await run('revoke plain');
      assert.deepEqual(
        { code, stdout, stderr },
        { code: 0, stdout: '', stderr: 'The key "plain" is revoked.\n' },
      );
      assert.deepEqual([(await listed()).filter(({ state }) => state === 'revoked').length], [2]);
      for (const verb of ['revoke plain', 'rotate ..']) {
        const refused = await run(verb);
        assert.deepEqual([refused.code, refused.stdout], [1, '']);
        assert.match(refused.stderr, /no active key called "(?:plain|\.\.)"/);
      }
    },
  );

  const names = ['Jo\u0308rg Mu\u0308ller', '山田\u3000太郎'];

  async function exitCodes(verb: string): Promise<(number | null)[]> {
    const runs = names.map((name) => cli.runShared(['keys', verb, name]));
    return (await Promise.all(runs)).map(({ code }) => code);
  }

  await t.test('a name can be given once, however the keyboard composes it', async () => {
    assert.deepEqual(await exitCodes('create'), [0, 0]);
    assert.deepEqual(await exitCodes('create'), [1, 1]);
  });

  await t.test('the columns of the list line up beside wide letters', async () => {
    const { stdout } = await run('list');
    assert.deepEqual(stdout.match(/^(?:NAME|J|山).*? {2}(?=active|STATE)/gm), [
      'NAME         ',
      'Jörg Müller  ',
      '山田 太郎    ',
    ]);
  });

  await t.test('a key with such a name is rotated, and revoked once', async () => {
    assert.deepEqual(await exitCodes('rotate'), [0, 0]);
    assert.deepEqual(await exitCodes('revoke'), [0, 0]);
    assert.deepEqual(await exitCodes('revoke'), [1, 1]);
  });

  await t.test('a name with a mark of direction is refused', async () => {
    const { code, stderr } = await cli.runShared(['keys', 'create', 'a\u202eb']);
    assert.equal(code, 2);
    assert.match(stderr, /direction/);
  });
});
