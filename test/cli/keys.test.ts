import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encode } from 'uqr';
import { hasValidChecksum } from '../../src/domain/api-key.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

const day = 86_400_000;

/** The key that a command printed, which must be all that it printed. */
async function secretFrom({ runShared }: CliHarness, line: string, run = runShared): Promise<string> {
  const { code, stdout, stderr } = await run(line.split(' '));
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^paw_[0-9A-Za-z]{49}\n$/);
  const secret = stdout.trimEnd();
  assert.ok(hasValidChecksum(secret));
  assert.ok(!stderr.includes(secret), 'the key is on stderr as well');
  return secret;
}

type Listed = {
  readonly name: string;
  readonly state: string;
  readonly scope: string;
  readonly requireVersion: boolean;
  readonly rateLimit: number | null;
  readonly created: string;
  readonly expires: string | null;
  readonly lastUsed: string | null;
  readonly revoked: string | null;
};

async function listed(cli: CliHarness): Promise<Listed[]> {
  const { code, stdout } = await cli.runShared(['keys', 'list', '--json']);
  assert.equal(code, 0);
  return JSON.parse(stdout) as Listed[];
}

async function assertRefused({ runShared }: CliHarness, line: string, says: RegExp, run = runShared): Promise<void> {
  const { code, stdout, stderr } = await run(line.split(' '));
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^pawstock: [^\n]+\n$/);
  assert.match(stderr, says);
}

const lifeMs = (key: Listed | undefined) => Date.parse(key?.expires ?? '') - Date.parse(key?.created ?? '');

describe('pawstock keys', { concurrency: 3 }, () => {
  test('create prints the key alone, for pipes and variables; by default it may write and never ends', async (t) => {
    const cli = openCliHarness(t);
    await secretFrom(cli, 'keys create till', cli.run);
    const [key, ...others] = await listed(cli);
    assert.deepEqual(others, []);
    assert.ok(Math.abs(Date.parse(key?.created ?? '') - Date.now()) < 60_000);
    assert.deepEqual(key, {
      name: 'till',
      state: 'active',
      scope: 'write',
      requireVersion: false,
      rateLimit: null,
      created: key?.created,
      expires: null,
      lastUsed: null,
      revoked: null,
    });
  });

  test('create takes a scope, a time and the other terms, and prints JSON', async (t) => {
    const cli = openCliHarness(t);
    for (const [name, expires] of Object.entries({ days: '90d', hours: '36h', minutes: '15m' }))
      await secretFrom(cli, `keys create ${name} --scope admin --expires ${expires}`);
    const line = 'keys create seconds --require-version --rate-limit 5 --expires 30s --json';
    const { name, key } = JSON.parse((await cli.runShared(line.split(' '))).stdout) as { name: string; key: string };
    assert.deepEqual([name, hasValidChecksum(key)], ['seconds', true]);
    assert.deepEqual(
      (await listed(cli)).map((one) => [one.name, one.scope, lifeMs(one), one.requireVersion, one.rateLimit]),
      [
        ['days', 'admin', 90 * day, false, null],
        ['hours', 'admin', 1.5 * day, false, null],
        ['minutes', 'admin', 900_000, false, null],
        ['seconds', 'write', 30_000, true, 5],
      ],
    );
  });

  test('names are refused while an active key has them, and where none has', async (t) => {
    const cli = openCliHarness(t);
    await secretFrom(cli, 'keys create office');
    await assertRefused(cli, 'keys create office --scope admin', /"office"/, cli.run);
    for (const line of ['keys revoke nobody', 'keys rotate nobody'])
      await assertRefused(cli, line, /no active key called "nobody"/);
  });

  test('create --link prints a link that signs in, with the key in its fragment only', async (t) => {
    const cli = openCliHarness(t);
    const links: [url: string, start: string, warns: boolean][] = [
      ['https://shop.example', 'https://shop.example/#key=', false],
      ['https://shop.example/stock/', 'https://shop.example/stock/#key=', false],
      ['http://localhost:8080/', 'http://localhost:8080/#key=', false],
      ['http://192.168.0.7:8080', 'http://192.168.0.7:8080/#key=', true],
    ];
    for (const [index, [url, start, warns]] of links.entries()) {
      const args = ['keys', 'create', `phone-${index}`, '--scope', 'write', '--link', url];
      const { code, stdout, stderr } = await cli.runShared(args);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^paw_[0-9A-Za-z]{49}\n$/);
      assert.ok(stderr.includes(`: ${start}${stdout}`), stderr);
      assert.equal(/can read the key. Use https\./.test(stderr), warns, url);
      assert.doesNotMatch(stderr, /█/, 'a code is for terminals');
    }
    const { stdout } = await cli.runShared(['keys', 'create', 'json', '--json', '--link', 'https://shop.example']);
    const { key, link } = JSON.parse(stdout) as { key: string; link: string };
    assert.equal(link, `https://shop.example/#key=${key}`);
    for (const bad of ['shop.example', 'ftp://shop.example', 'https://a/?b', 'https://a/#b', 'https://u:p@a/']) {
      const refused = await cli.runShared(['keys', 'create', 'bad', '--link', bad]);
      assert.deepEqual([refused.code, refused.stdout], [2, ''], bad);
      assert.doesNotMatch(refused.stderr, /u:p@/);
    }
    assert.equal((await listed(cli)).length, links.length + 1);
  });

  test('create --link shows the link as a QR code on a terminal', async (t) => {
    const cli = openCliHarness(t);
    const line = `"${process.execPath}" bin/pawstock.js keys create phone --link https://shop.example`;
    const { code, stdout } = await cli.program('script', ['-qec', line, '/dev/null'], {});
    assert.equal(code, 0, stdout);
    const [, link = ''] = /signs in with it: (\S+)/.exec(stdout) ?? [];
    // Each character holds two rows: white is drawn, black is not.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's colours
    const shown = [...stdout.matchAll(/\x1b\[97;40m([ ▀▄█]+)\x1b\[0m/g)].map(([, text = '']) => [...text]);
    const black = shown.flatMap((cells) => [
      cells.map((cell) => cell === ' ' || cell === '▄'),
      cells.map((cell) => cell === ' ' || cell === '▀'),
    ]);
    const { data, size } = encode(link, { border: 2 });
    assert.deepEqual(black.slice(0, size), data);
    assert.ok(size / 2 <= 24, 'it fits on a screen');
  });

  test('create points the person who sets up the shop to --scope owner, on stderr', async (t) => {
    const cli = openCliHarness(t);
    const create = async (...args: string[]) => (await cli.runShared(['keys', 'create', ...args])).stderr;
    assert.match(await create('till'), /To set up the shop [^\n]* use --scope owner\.\n$/);
    assert.doesNotMatch(await create('office', '--scope', 'admin'), /--scope/);
    assert.doesNotMatch(await create('screen', '--scope', 'read'), /--scope/);
    assert.doesNotMatch(await create('other', '--scope', 'write'), /--scope/, 'who names a scope knows of it');
    assert.match(await create('web-shop'), /use --scope owner\.\n$/, 'an admin cannot create keys');
    assert.doesNotMatch(await create('boss', '--scope', 'owner'), /--scope/);
    assert.doesNotMatch(await create('van'), /--scope/, 'there is an owner by now');
    assert.equal(await create('robot', '--json'), '');
  });

  test('create says where it has made a new store', async (t) => {
    const cli = openCliHarness(t);
    const created = await cli.run(['keys', 'create', 'till']);
    assert.match(created.stderr, /^There was no store at [^\n]*pawstock\.db: a new one was created\.\n/);
    assert.match(created.stdout, /^paw_\w+\n$/);
    assert.doesNotMatch((await cli.runShared(['keys', 'create', 'other'])).stderr, /no store/);
  });

  test('list calls the link of a first start what it is', async (t) => {
    const cli = openCliHarness(t);
    const server = await cli.serve();
    await until(async () => (await listed(cli)).length === 1);
    await server.signal('SIGTERM');
    const [link] = await listed(cli);
    assert.deepEqual([link?.name, link?.scope], ['setup-link', 'setup']);
  });

  test('list shows every key in a table, active or not', async (t) => {
    const cli = openCliHarness(t);
    await secretFrom(cli, 'keys create a-rather-long-name --scope read --expires 90d');
    await secretFrom(cli, 'keys create till --require-version --rate-limit 5');
    await cli.runShared(['keys', 'revoke', 'till']);
    const { stdout, stderr } = await cli.run(['keys', 'list']);
    assert.equal(stderr, '');
    assert.deepEqual(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'YYYY-MM-DD HH:MM').split('\n'), [
      'NAME                STATE    SCOPE  CREATED           EXPIRES           LAST USED  TERMS',
      'a-rather-long-name  active   read   YYYY-MM-DD HH:MM  YYYY-MM-DD HH:MM  -          -',
      'till                revoked  write  YYYY-MM-DD HH:MM  -                 -          require-version 5/s',
      '',
    ]);
  });

  test('rotate ends a key at once or after the overlap; revoke ends all of its name, and says so on stderr', async (t) => {
    const cli = openCliHarness(t);
    const old = await secretFrom(cli, 'keys create till --scope admin');
    assert.notEqual(await secretFrom(cli, 'keys rotate till', cli.run), old);
    await secretFrom(cli, 'keys rotate till --overlap 24h');
    const states = async () => (await listed(cli)).map(({ scope, state }) => [scope, state].join(' '));
    assert.deepEqual(await states(), ['admin revoked', 'admin active', 'admin active']);
    const [, overlapping, last] = await listed(cli);
    assert.equal(Date.parse(overlapping?.expires ?? '') - Date.parse(last?.created ?? ''), day);
    const { code, stdout, stderr } = await cli.run(['keys', 'revoke', 'till']);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.match(stderr, /"till" is revoked/);
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
    for (const name of names) {
      assert.equal((await cli.runShared(['keys', 'rotate', name])).code, 0);
      assert.equal((await cli.runShared(['keys', 'revoke', name])).code, 0);
    }
    assert.ok((await listed(cli)).every(({ state }) => state === 'revoked'));
    await assertRefused(cli, 'keys revoke ..', /no active key called "\.\."/);
  });
});
