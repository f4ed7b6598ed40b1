import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';

/** The commands that a help text names, but for `help` itself. */
function commandsIn(help: string): string[] {
  const [, list = ''] = help.split('\nCommands:\n');
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

async function helpOf(cli: CliHarness, command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cli.runShared([...command, '--help']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.ok(stdout.startsWith(`Usage: ${['pawstock', ...command].join(' ')} `), stdout);
  return stdout;
}

describe('help', { concurrency: 4 }, () => {
  test('names every command, and each of them has its own', async (t) => {
    const cli = openCliHarness(t);
    const { code, stdout, stderr } = await cli.run(['--help']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(stdout, await helpOf(cli, []));
    const commands = commandsIn(stdout);
    assert.deepEqual(commands, [
      ...['serve', 'keys', 'webhooks', 'import', 'export', 'verify', 'backup', 'restore', 'copy'],
      ...['doctor', 'completion'],
      ...['list', 'get', 'set', 'adjust', 'history', 'report', 'reservations', 'watch'],
    ]);
    await Promise.all(commands.map((command) => helpOf(cli, [command])));
    assert.equal(existsSync(cli.file), false, 'asking for help made a store');
  });

  test('names every command about keys, and each of them has its own', async (t) => {
    const cli = openCliHarness(t);
    const commands = commandsIn(await helpOf(cli, ['keys']));
    assert.deepEqual(commands, ['create', 'list', 'revoke', 'rotate']);
    await Promise.all(commands.map((command) => helpOf(cli, ['keys', command])));
  });

  test('names every command about webhooks, and each of them has its own', async (t) => {
    const cli = openCliHarness(t);
    const commands = commandsIn(await helpOf(cli, ['webhooks']));
    const changes = ['update', 'pause', 'resume', 'enable', 'rotate', 'replay', 'attempts', 'remove'];
    assert.deepEqual(commands, ['add', 'list', 'test', ...changes]);
    await Promise.all(commands.map((command) => helpOf(cli, ['webhooks', command])));
  });

  test('of serve names each setting as a flag and as a variable', async (t) => {
    const help = await helpOf(openCliHarness(t), ['serve']);
    for (const text of [
      '--demo',
      ...['--port', '--host', '--database', '--base-url', '--staging-base-url', '--cors-origin', '--rate-limit'],
      ...['PORT', 'HOST', 'DATABASE_URL', 'BASE_URL', 'STAGING_BASE_URL', 'CORS_ORIGIN', 'RATE_LIMIT', 'LOG_LEVEL'],
    ]) {
      assert.ok(help.includes(text), `there is no ${text}`);
    }
  });

  test('into a pipe that nobody reads ends quietly', async (t) => {
    const line = `set -o pipefail; "${process.execPath}" bin/pawstock.js --help | true`;
    const { code, stderr } = await openCliHarness(t).shell(line);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
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
  // One of each kind of message; the others share a process.
  const inOwnProcess = [
    '',
    'feed',
    'serve --prot 80',
    'keys create',
    'keys create a --scope root',
    'import - --column SKU',
  ];
  for (const [line, says] of rows) {
    test(`pawstock ${line}`, async (t) => {
      const cli = openCliHarness(t);
      const run = inOwnProcess.includes(line) ? cli.run : cli.runShared;
      const { code, stdout, stderr } = await run(line.split(' ').filter((word) => word !== ''));
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, says);
      assert.match(stderr, /^(?:pawstock|Usage): /);
      assert.doesNotMatch(stderr, /^\s+at /m);
      assert.equal(existsSync(cli.file), false, 'a store was made');
    });
  }
});

describe('where there is no store, a command that needs one says so and creates none', { concurrency: 4 }, () => {
  for (const line of [
    ...['export', 'export --format json', 'verify', 'keys list', 'keys revoke a', 'keys rotate a'],
    ...['webhooks list', 'webhooks test a', 'webhooks enable a', 'webhooks remove a', 'copy --to sqlite:other.db'],
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
  const assertAllNamed = (stderr: string) => {
    const named = stderr.trimEnd().split('\n');
    assert.deepEqual(
      named.map((line) => /^pawstock: (\w+) must be /.exec(line)?.[1]).sort(),
      Object.keys(wrong).sort(),
    );
    assert.doesNotMatch(stderr, /hunter2/, 'a password is shown');
  };

  test('in the environment are all named at once, a line each, and stop the start', async (t) => {
    const { code, stdout, stderr } = await openCliHarness(t).run(['serve'], { env: wrong });
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assertAllNamed(stderr);
  });

  test('in flags are all named at once, and flags go before the environment', async (t) => {
    const flags = Object.entries(wrong).flatMap(([name, value]) => [
      name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`,
      value,
    ]);
    const right = { PORT: '0', HOST: '127.0.0.1', BASE_URL: 'https://shop.example/v1', LOG_LEVEL: 'info' };
    const { code, stderr } = await openCliHarness(t).runShared(['serve', ...flags], { env: right });
    assert.equal(code, 2);
    assertAllNamed(stderr);
  });

  test('stop the demo too, before it makes anything', async (t) => {
    const { code, stdout, stderr } = await openCliHarness(t).runShared(['serve', '--demo'], { env: wrong });
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assertAllNamed(stderr);
  });

  for (const command of ['keys list', 'export', 'import -', 'backup copy.db', 'restore copy.db']) {
    test(`of the store stop "pawstock ${command}" as well`, async (t) => {
      const cli = openCliHarness(t);
      const env = { DATABASE_URL: 'mysql://shop:hunter2@db.example/pets' };
      const { code, stdout, stderr } =
        command === 'import -'
          ? await cli.run(['import', '-'], { env, input: 'petId,quantity,status\n1,1,sold\n' })
          : await cli.runShared(command.split(' '), { env });
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, /^pawstock: DATABASE_URL must be [^\n]*\n$/);
      assert.doesNotMatch(stderr, /hunter2/);
    });
  }
});
