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

  const { code, stdout, stderr } = await cli.run(['keys', 'create', 'plain']);
  const plainKey = stdout.trimEnd();

  await t.test('create prints the new key alone', () => {
    assert.equal(code, 0);
    assert.match(stdout, /^paw_\w+\n$/);
    assert.ok(!stderr.includes(plainKey), 'the key is on standard error, too');
  });

  await t.test('create makes a key whose checksum is right', () => {
    assert.ok(hasValidChecksum(plainKey));
  });

  await t.test('create says that it created a store, where there was none', () => {
    assert.match(stderr, /^There was no store at [^\n]*pawstock\.db: a new one was created\.\n/);
  });

  await t.test('create says which scope the first key of a shop needs', () => {
    assert.match(stderr, /To set up the shop [^\n]* use --scope owner\.\n$/);
  });

  await t.test('a key may write and never ends unless it was created otherwise', async () => {
    const [key = {}] = await listed();

    const ageMs = Date.now() - timeOf(key['createdAt']);
    assert.ok(Math.abs(ageMs) < 60_000, `the key was created ${ageMs} ms ago`);
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

  const lifetimes = [
    { text: '90d', hours: 2_160 },
    { text: '36h', hours: 36 },
    { text: '15m', hours: 0.25 },
    { text: '30s', hours: 30 / 3_600 },
  ];
  for (const { text, hours } of lifetimes) {
    await t.test(`create --expires ${text} makes a key that ends after that time`, async () => {
      assert.equal((await run(`create ${text} --expires ${text}`)).code, 0);
      const key = (await listed()).at(-1);

      assert.equal(key?.['name'], text);
      assert.equal((timeOf(key['expiresAt']) - timeOf(key['createdAt'])) / hour, hours);
    });
  }

  await t.test('create takes a scope', async () => {
    assert.equal((await run('create boss --scope admin')).code, 0);
    assert.partialDeepStrictEqual((await listed()).at(-1), { name: 'boss', scope: 'admin' });
  });

  await t.test('create takes the terms of the key', async () => {
    assert.equal((await run('create strict --require-version --rate-limit 5')).code, 0);

    const terms = { name: 'strict', requireVersion: true, rateLimit: 5 };
    assert.partialDeepStrictEqual((await listed()).at(-1), terms);
  });

  await t.test('list shows the terms of each key in a table', async () => {
    const { stdout } = await run('list');

    assert.match(stdout, /^NAME +STATE +SCOPE +CREATED +EXPIRES +LAST USED +TERMS\n/);
    assert.match(stdout, /^boss .* -$/m);
    assert.match(stdout, /^strict .* require-version 5\/s$/m);
  });

  await t.test('create --json prints the name and the key', async () => {
    const { stdout, stderr } = await run('create till --json');

    const { name, key, ...others } = JSON.parse(stdout) as { name: string; key: string };
    assert.equal(name, 'till');
    assert.ok(hasValidChecksum(key), 'the checksum of the key is valid');
    assert.deepEqual(others, {});
    assert.equal(stderr, '');
  });

  await t.test('rotate prints a new key', async () => {
    const { stdout } = await run('rotate plain --overlap 24h');

    assert.match(stdout, /^paw_\w+\n$/);
    assert.notEqual(stdout.trimEnd(), plainKey);
  });

  await t.test('rotate ends the old key after the overlap', async () => {
    const [old, ...others] = await listed();

    const overlapMs = timeOf(old?.['expiresAt']) - timeOf(others.at(-1)?.['createdAt']);
    assert.equal(overlapMs / hour, 24, 'hours of overlap');
  });

  await t.test('revoke ends a key and its successor', async () => {
    const { code, stdout, stderr } = await run('revoke plain');

    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.equal(stderr, 'The key "plain" is revoked.\n');
    const revoked = (await listed()).filter(({ state }) => state === 'revoked');
    assert.deepEqual(
      revoked.map(({ name }) => name),
      ['plain', 'plain'],
    );
  });

  for (const verb of ['revoke plain', 'rotate plain', 'rotate ..']) {
    await t.test(`${verb} is refused without such a key`, async () => {
      const { code, stdout, stderr } = await run(verb);

      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /no active key called "(?:plain|\.\.)"/);
    });
  }

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

  await t.test('a key with such a name can be rotated', async () => {
    assert.deepEqual(await exitCodes('rotate'), [0, 0]);
  });

  await t.test('a key with such a name can be revoked once', async () => {
    assert.deepEqual(await exitCodes('revoke'), [0, 0]);
    assert.deepEqual(await exitCodes('revoke'), [1, 1]);
  });

  await t.test('a name with a mark of direction is refused', async () => {
    const { code, stderr } = await cli.runShared(['keys', 'create', 'a\u202eb']);

    assert.equal(code, 2);
    assert.match(stderr, /direction/);
  });
});
