import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasValidChecksum } from '../../src/domain/api-key.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';

const day = 86_400_000;

/** The key that a command printed, which must be all that it printed. */
async function secretFrom(cli: CliHarness, line: string, run = cli.runShared): Promise<string> {
  const { code, stdout, stderr } = await run(line.split(' '));
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^paw_[0-9A-Za-z]{49}\n$/);
  assert.ok(hasValidChecksum(stdout.trimEnd()));
  assert.ok(!stderr.includes(stdout.trimEnd()), 'the key is on stderr as well');
  return stdout.trimEnd();
}

type Listed = Readonly<Record<string, string | number | boolean | null>>;

async function listed(cli: CliHarness): Promise<Listed[]> {
  const { code, stdout } = await cli.runShared(['keys', 'list', '--json']);
  assert.equal(code, 0);
  return JSON.parse(stdout) as Listed[];
}

const timeOf = (text: Listed[string] | undefined) => Date.parse(String(text));

describe('pawstock keys', { concurrency: 3 }, () => {
  test('create prints the key alone, for pipes and variables; by default it may write and never ends', async (t) => {
    const cli = openCliHarness(t);
    await secretFrom(cli, 'keys create till', cli.run);
    const [key = {}, ...others] = await listed(cli);
    assert.deepEqual(others, []);
    assert.ok(Math.abs(timeOf(key['createdAt']) - Date.now()) < 60_000);
    assert.deepEqual(key, {
      ...{ name: 'till', state: 'active', scope: 'write', requireVersion: false, rateLimit: null },
      ...{ createdAt: key['createdAt'], expiresAt: null, lastUsedAt: null, revokedAt: null },
    });
  });

  test('create takes a scope, a time and the other terms, and prints JSON', async (t) => {
    const cli = openCliHarness(t);
    const { stderr } = await cli.runShared(['keys', 'create', 'plain']);
    assert.match(stderr, /^There was no store at [^\n]*pawstock\.db: a new one was created\.\n/);
    assert.match(stderr, /To set up the shop [^\n]* use --scope owner\.\n$/);
    for (const [name, expires] of Object.entries({ days: '90d', hours: '36h', minutes: '15m' }))
      await secretFrom(cli, `keys create ${name} --scope admin --expires ${expires}`);
    const line = 'keys create seconds --require-version --rate-limit 5 --expires 30s --json';
    const created = await cli.runShared(line.split(' '));
    const { name, key, ...others } = JSON.parse(created.stdout) as { name: string; key: string };
    assert.deepEqual([created.stderr, name, hasValidChecksum(key), others], ['', 'seconds', true, {}]);
    assert.deepEqual(
      (await listed(cli))
        .slice(1)
        .map((one) => [
          ...[one['name'], one['scope'], timeOf(one['expiresAt']) - timeOf(one['createdAt'])],
          ...[one['requireVersion'], one['rateLimit']],
        ]),
      [
        ['days', 'admin', 90 * day, false, null],
        ['hours', 'admin', 1.5 * day, false, null],
        ['minutes', 'admin', 900_000, false, null],
        ['seconds', 'write', 30_000, true, 5],
      ],
    );
    const table = (await cli.runShared(['keys', 'list'])).stdout;
    assert.match(
      table,
      /^NAME +STATE +SCOPE +CREATED +EXPIRES +LAST USED +TERMS\n(?:.+ -\n){4}seconds .* require-version 5\/s\n$/,
    );
  });

  test('rotate ends a key at once or after the overlap; revoke ends all of its name, and says so on stderr', async (t) => {
    const cli = openCliHarness(t);
    const old = await secretFrom(cli, 'keys create till --scope admin');
    assert.notEqual(await secretFrom(cli, 'keys rotate till'), old);
    await secretFrom(cli, 'keys rotate till --overlap 24h');
    const states = async () => (await listed(cli)).map(({ scope, state }) => [scope, state].join(' '));
    assert.deepEqual(await states(), ['admin revoked', 'admin active', 'admin active']);
    const [, overlapping = {}, last = {}] = await listed(cli);
    assert.equal(timeOf(overlapping['expiresAt']) - timeOf(last['createdAt']), day);
    const { code, stdout, stderr } = await cli.runShared(['keys', 'revoke', 'till']);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: 'The key "till" is revoked.\n' });
    assert.deepEqual(new Set(await states()), new Set(['admin revoked']));
  });

  test('a person has a key by their own name, however the keyboard composes it, and wide letters line up', async (t) => {
    const cli = openCliHarness(t);
    const names = ['Jo\u0308rg Mu\u0308ller', '山田\u3000太郎', 'a\u202eb'];
    for (const name of names) assert.equal((await cli.runShared(['keys', 'create', name])).code, 0);
    assert.deepEqual(
      (await listed(cli)).map(({ name }) => name),
      ['Jörg Müller', '山田 太郎', 'a\u202eb'],
    );
    const { stdout } = await cli.runShared(['keys', 'list']);
    assert.deepEqual(
      stdout.split('\n').map((line) => /^.*? {2}(?=active|STATE)/.exec(line)?.[0]),
      ['NAME         ', 'Jörg Müller  ', '山田 太郎    ', 'a b          ', undefined],
    );
    const refusals = [
      ['create', names[0], /"Jörg Müller"/],
      ['revoke', 'nobody', /no active key called "nobody"/],
      ['rotate', '..', /no active key called "\.\."/],
    ] as const;
    for (const [verb, name = '', says] of refusals) {
      const refused = await cli.runShared(['keys', verb, name]);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, says);
    }
    for (const name of names) {
      assert.equal((await cli.runShared(['keys', 'rotate', name])).code, 0);
      assert.equal((await cli.runShared(['keys', 'revoke', name])).code, 0);
    }
    assert.ok((await listed(cli)).every(({ state }) => state === 'revoked'));
  });
});
