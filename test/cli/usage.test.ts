import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';

describe('help', { concurrency: 4 }, () => {
  test('is there for every command, and makes no store', async (t) => {
    const cli = openCliHarness(t);
    assert.match((await cli.run(['--help'])).stdout, /^Usage: pawstock /);
    const helpBelow = async (command: readonly string[]): Promise<number> => {
      const { code, stdout, stderr } = await cli.runShared([...command, '--help']);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.ok(stdout.startsWith(`Usage: ${['pawstock', ...command].join(' ')} `), stdout);
      assert.doesNotMatch(stdout, /default:\s(?:\d{5,}|[{[])/, 'a default is shown as the program has it');
      const [, list = ''] = stdout.split('\nCommands:\n');
      const names = [...list.matchAll(/^ {2}([a-z]+)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => name !== 'help');
      const counts = await Promise.all(names.map((name) => helpBelow([...command, name])));
      return counts.reduce((sum, count) => sum + count, 1);
    };
    assert.ok((await helpBelow([])) > 30, 'commands and those below them');
    assert.equal(existsSync(cli.file), false, 'asking for help made a store');
  });
});

describe('wrong usage exits with 2 and says why', { concurrency: 4 }, () => {
  const rows: readonly (readonly [args: string, says: RegExp])[] = [
    ['', /^Usage: pawstock /],
    ['keys', /^Usage: pawstock keys /],
    ['feed', /unknown command 'feed'/],
    ['--verbose', /unknown option '--verbose'/],
    ['serve --prot 80', /unknown option '--prot'/],
    ['serve now', /too many arguments/],
    ['keys create', /missing required argument 'name'/],
    ['keys create a/b', /A name has 1 to 64 characters without \/ and \\, .* is neither/],
    ['keys create a --scope root', /--scope.* read, write, admin/],
    ['keys create a --expires 90', /--expires.*s, m, h or d/],
    ['keys create a --rate-limit 0', /--rate-limit.*whole number/],
    ['keys create a --rate-limit 1000001', /--rate-limit.*whole number from 1 to 1000000/],
    ['keys rotate a --overlap 1.5h', /--overlap.*s, m, h or d/],
    ['import', /missing required argument 'file'/],
    ['import - --column SKU', /--column.*Write field=column, where the field is one of petId, quantity, status, name/],
    ['import - --column price=SKU', /--column.*Write field=column/],
    ['export --format xml', /--format.* csv, json, ndjson/],
    ['backup', /missing required argument 'file'/],
    ['restore', /missing required argument 'file'/],
  ];
  for (const [line, says] of rows) {
    test(`pawstock ${line}`, async (t) => {
      const cli = openCliHarness(t);
      const run = ['', 'feed'].includes(line) ? cli.run : cli.runShared;
      const { code, stdout, stderr } = await run(line.split(' ').filter((word) => word !== ''));
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, says);
      assert.match(stderr, /^(?:pawstock|Usage): /);
      assert.doesNotMatch(stderr, /^\s+at /m);
      assert.equal(existsSync(cli.file), false, 'a store was made');
    });
  }
});

describe('with --json a fault is one JSON object on stderr', { concurrency: 4 }, () => {
  const rows: readonly (readonly [args: string, code: number, message: RegExp])[] = [
    ['keys list --json', 1, /^There is no store at [^\n]+ Check the path\.$/],
    ['keys create --json', 2, /^missing required argument 'name'$/],
    ['keys create a --scope root --json', 2, /^option '--scope <scope>' argument 'root' is invalid\./],
    ['webhooks replay a --json', 2, /^use one of --after and --since\.$/],
    ['keys list --json --database mysql://x', 2, /^DATABASE_URL must be /],
    ['import - --json', 1, /is empty.*\nNothing was imported: 1 fault in standard input\.$/s],
    ['list --json', 2, /^PAWSTOCK_API_KEY must be an API key\./],
  ];
  for (const [line, code, message] of rows) {
    test(`pawstock ${line}`, async (t) => {
      const cli = openCliHarness(t);
      const run = line === 'keys list --json' ? cli.run : cli.runShared;
      const { stdout, stderr, ...ended } = await run(line.split(' '), { input: '' });
      assert.deepEqual([ended.code, stdout], [code, '']);
      const { error, ...others } = JSON.parse(stderr);
      assert.deepEqual([Object.keys(error), others], [['message'], {}]);
      assert.match(error.message, message);
      assert.match(stderr, /^[^\n]+\n$/);
    });
  }
});

describe('where there is no store, a command that needs one says so and creates none', { concurrency: 4 }, () => {
  for (const line of [
    ...['export', 'export --format json', 'verify', 'keys list', 'keys revoke a', 'keys rotate a'],
    ...['webhooks list', 'webhooks test a', 'webhooks enable a', 'webhooks remove a', 'copy --to sqlite:other.db'],
    'backup other.db',
  ]) {
    test(`pawstock ${line}`, async (t) => {
      const cli = openCliHarness(t);
      const run = line === 'export' ? cli.run : cli.runShared;
      const { code, stdout, stderr } = await run(line.split(' '));
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.equal(stderr, `pawstock: There is no store at ${cli.file}. Check the path.\n`);
      assert.equal(existsSync(cli.file), false, 'a store was made');
    });
  }
});

const wrong = {
  PORT: '65536',
  HOST: 'a b',
  DATABASE_URL: 'mysql://shop:hunter2@db.example/pets',
  BASE_URL: 'https://shop.example/v2',
  STAGING_BASE_URL: 'ftp://staging.example/v1',
  CORS_ORIGIN: 'shop.example',
  RATE_LIMIT: '-1',
  LOG_LEVEL: 'loud',
};

describe('wrong settings', { concurrency: 4 }, () => {
  test('are all named at once, a line each, and stop the start, also that of a demo', async (t) => {
    const cli = openCliHarness(t);
    const flags = Object.entries(wrong).flatMap(([name, value]) => [
      name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`,
      value,
    ]);
    // Flags go before the environment.
    const right = { PORT: '0', HOST: '127.0.0.1', BASE_URL: 'https://shop.example/v1', LOG_LEVEL: 'info' };
    for (const { code, stdout, stderr } of [
      await cli.run(['serve'], { env: wrong }),
      await cli.runShared(['serve', '--demo'], { env: wrong }),
      await cli.runShared(['serve', ...flags], { env: right }),
    ]) {
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      const named = stderr.trimEnd().split('\n');
      assert.deepEqual(
        named.map((line) => /^pawstock: (\w+) must be /.exec(line)?.[1]).sort(),
        Object.keys(wrong).sort(),
      );
      assert.doesNotMatch(stderr, /hunter2/, 'a password is shown');
    }
  });

  for (const command of ['keys list', 'export', 'backup copy.db', 'restore copy.db']) {
    test(`of the store stop "pawstock ${command}" as well`, async (t) => {
      const cli = openCliHarness(t);
      const env = { DATABASE_URL: 'mysql://shop:hunter2@db.example/pets' };
      const { code, stdout, stderr } = await cli.runShared(command.split(' '), { env });
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, /^pawstock: DATABASE_URL must be [^\n]*\n$/);
      assert.doesNotMatch(stderr, /hunter2/);
    });
  }
});
