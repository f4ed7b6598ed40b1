import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { startForeignServer } from '../client/foreign-server.ts';
import { openCliHarness, openRemoteCli } from '../support/service/cli-harness.ts';

/** Tests exit codes and messages. To save time, nearly all commands run in one shared process. */

const words = (line: string) => line.split(' ').filter((word) => word !== '');

test('help is there for every command, and shows no default as the program has it', async (t) => {
  const { code, stdout } = await openCliHarness(t).runShared(['keys', 'create', '--help']);
  assert.deepEqual([code, stdout.split(' [', 1)], [0, ['Usage: pawstock keys create']]);
  const check = (command: Command) => {
    assert.doesNotMatch(command.helpInformation(), /default:\s(?:\d{5,}|[{[])/);
    for (const inner of command.commands) check(inner);
  };
  check(await createProgram());
});

test('wrong usage exits with 2 and says why, before anything is done', async (t) => {
  const cli = openCliHarness(t);
  const rows: readonly (readonly [line: string, says: RegExp])[] = [
    ['', /^Usage: pawstock /],
    ['feed', /unknown command 'feed'/],
    ['keys create', /missing required argument 'name'/],
    ['keys create a/b', /A name has 1 to 64 characters without \/ and \\, .* is neither/],
    ['keys create a --scope root', /--scope.* read, write, admin/],
    ['keys create a --expires 90', /--expires.*s, m, h or d/],
    ['keys create a --rate-limit 1000001', /--rate-limit.*whole number from 1 to 1000000/],
    ['webhooks add shop.example', /http or https URL/],
    [`webhooks add https://${'a'.repeat(60)}.example/`, /Choose one with --name/],
    ['backups', /--folder or BACKUP_FOLDER/],
    ['webhooks add https://user:hunter2@shop.example/', /user name or password/],
    ['webhooks add https://shop.example/ --events changed,gone', /changed, low, out/],
    ['webhooks update shop', /Say what to change/],
    ['webhooks replay shop', /Use either --after or --since/],
    [
      'import - --column price=SKU',
      /--column.*Write field=column, where the field is one of petId, quantity, status/,
    ],
    ['import - --status active=live', /--status.*Write text=status/],
    ['import - --header 0', /--header.*at least 1/],
    ['list --min -1', /A quantity is an integer from 0 to 9007199254740991/],
    ['set 1 +3', /A quantity is .* use "pawstock adjust"/],
    ['set 1 9007199254740992', /A quantity is/],
    ['set 1 1 --if-version now', /--if-version.*whole number/],
    ['adjust 1 1e3', /A difference is an integer/],
    ['history 1 --all', /Name one pet, or use --all/],
    ['history 1 --limit 0', /--limit.*whole number, at least 1/],
    ['report --since 2026-02-30', /--since.*A time is a day/],
    ['report --json --csv', /cannot be used with option '--csv'/],
  ];
  // No server listens on port 2.
  const env = { PAWSTOCK_URL: 'http://127.0.0.1:2/v1', PAWSTOCK_API_KEY: 'paw_x' };
  for (const [line, says] of rows) {
    const isJson = line.includes('--json');
    const { code, stdout, stderr } = await (line === '' ? cli.run : cli.runShared)(words(line), {
      env,
    });
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, line);
    assert.match(stderr, says);
    assert.match(stderr, isJson ? /^\{/ : /^(?:pawstock|Usage): /);
    assert.doesNotMatch(stderr, /^\s+at |hunter2/m);
  }
  assert.equal(existsSync(cli.file), false, 'a store was made');
});

test('with --json a fault is one JSON object on stderr', async (t) => {
  const rows: readonly (readonly [args: string, code: number, message: RegExp])[] = [
    ['import - --json', 1, /is empty.*\nNothing was imported: 1 fault in standard input\.$/s],
    ['keys list --json', 1, /^There is no store at [^\n]+ Check the path\.$/],
    [
      'keys create a --scope root --json',
      2,
      /^option '--scope <scope>' argument 'root' is invalid\./,
    ],
    ['keys list --json --database mysql://x', 2, /^DATABASE_URL must be /],
    ['list --json', 2, /^PAWSTOCK_API_KEY must be an API key,/],
  ];
  const cli = openCliHarness(t);
  for (const [line, code, message] of rows) {
    const run = line.startsWith('import') ? cli.run : cli.runShared;
    const { stdout, stderr, ...ended } = await run(words(line), { input: '' });
    assert.deepEqual([ended.code, stdout], [code, '']);
    const { error, ...others } = JSON.parse(stderr);
    assert.deepEqual([Object.keys(error), others], [['message'], {}]);
    assert.match(error.message, message);
    assert.match(stderr, /^[^\n]+\n$/);
  }
});

test('where there is no store, a command that needs one says so and creates none', async (t) => {
  const cli = openCliHarness(t);
  for (const line of [
    ...[
      'export',
      'verify',
      'keys list',
      'keys revoke a',
      'keys rotate a',
      'webhooks list',
      'webhooks test a',
    ],
    ...['webhooks enable a', 'webhooks remove a', 'copy --to sqlite:other.db', 'backup other.db'],
  ]) {
    const { code, stdout, stderr } = await (line === 'export' ? cli.run : cli.runShared)(
      words(line),
    );
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.equal(stderr, `pawstock: There is no store at ${cli.file}. Check the path.\n`);
  }
  assert.equal(existsSync(cli.file), false, 'a store was made');
});

test('wrong settings are all named at once, a line each, and stop the start, also that of a demo', async (t) => {
  const cli = openCliHarness(t);
  const wrong = {
    PORT: '65536',
    HOST: 'a b',
    DATABASE_URL: 'mysql://shop:hunter2@db.example/pets',
    LOG_LEVEL: 'loud',
  };
  const flags = [
    '--port',
    '65536',
    '--host',
    'a b',
    '--database',
    wrong.DATABASE_URL,
    '--log-level',
    'loud',
  ];
  // Flags take precedence over environment variables.
  const right = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' };
  for (const { code, stdout, stderr } of [
    await cli.runShared(['serve', '--demo'], { env: wrong }),
    await cli.runShared(['serve', ...flags], { env: right }),
  ]) {
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    const named = stderr.match(/^pawstock: \w+ must be /gm)?.map((line) => line.split(' ')[1]);
    assert.deepEqual(named?.sort(), Object.keys(wrong).sort());
    assert.equal(stderr.trimEnd().split('\n').length, 4);
    assert.doesNotMatch(stderr, /hunter2/, 'a password is shown');
  }
  for (const line of ['export', 'backup copy.db', 'restore copy.db']) {
    const { code, stderr } = await cli.runShared(words(line), { env: wrong });
    assert.equal(code, 2);
    assert.match(stderr, /^pawstock: DATABASE_URL must be [^\n]*\n$/);
  }
});

test('wrong settings stop a command over HTTP with 2', async (t) => {
  const cli = openCliHarness(t);
  const [url, key] = [
    /^pawstock: PAWSTOCK_URL must be [^\n]*\n$/,
    /^pawstock: PAWSTOCK_API_KEY must be [^\n]*\n$/,
  ];
  const rows: readonly (readonly [env: Record<string, string>, says: RegExp])[] = [
    ...['', 'hunter 2', 'hunter\n2'].map(
      (PAWSTOCK_API_KEY) => [{ PAWSTOCK_API_KEY }, key] as const,
    ),
    ...[
      ...[
        'localhost:8080/v1',
        'http://127.0.0.1:8080',
        'http://till:hunter2@127.0.0.1/v1',
        'http://127.0.0.1/v1?x',
      ],
    ].map((PAWSTOCK_URL) => [{ PAWSTOCK_URL, PAWSTOCK_API_KEY: 'paw_x' }, url] as const),
    [
      { PAWSTOCK_URL: 'x' },
      /^pawstock: PAWSTOCK_URL must [^\n]*\npawstock: PAWSTOCK_API_KEY must [^\n]*\n$/,
    ],
  ];
  for (const [env, says] of rows) {
    const { code, stdout, stderr } = await cli.runShared(['list'], { env });
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /hunter/);
  }
});

test('a service that cannot be used is a fault with advice, a line each', async (t) => {
  const { cli, env, pawstock } = await openRemoteCli(t, []);
  const lost = await startForeignServer(t, ({ method, socket }, response) =>
    method === 'GET' ? response.end('[]') : socket.destroy(),
  );
  const [absent, unknown] = [
    { PAWSTOCK_URL: 'http://127.0.0.1:2/v1' },
    { PAWSTOCK_API_KEY: 'paw_x' },
  ];
  const cannotBeReached = /cannot be reached: .*\n.*Check that the service is running and .*\n$/;
  const wrongKey = /API key.*\n.*Check that PAWSTOCK_API_KEY is right\.\n$/;
  const faults: readonly (readonly [line: string, env: Record<string, string>, says: RegExp])[] = [
    ['list', absent, cannotBeReached],
    ['set 1 1', absent, cannotBeReached],
    [
      'set 1 1',
      { PAWSTOCK_URL: lost },
      /cannot be reached: .*\n.*\n.*The change may have been made\..*\n$/,
    ],
    ['list', unknown, wrongKey],
    ['watch', unknown, wrongKey],
    ['watch --after 5', {}, /There is no change 5 yet/],
    ['get 1', {}, /There is no pet 1/],
    ['history 1', {}, /There has never been a pet 1/],
  ];
  for (const [line, settings, says] of faults) {
    const { code, stdout, stderr } = await pawstock(line, settings);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, says);
    assert.match(stderr, /^(pawstock: [^\n]+\n)+$/);
    assert.doesNotMatch(stderr, /paw_/);
  }
  assert.equal((await cli.run(['list'], { env: { ...env, ...absent } })).code, 1);
});
