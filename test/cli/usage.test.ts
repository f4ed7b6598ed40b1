import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { startForeignServer } from '../client/foreign-server.ts';
import type { CommandResult } from '../support/service/child-process.ts';
import { openCliHarness, openRemoteCli } from '../support/service/cli-harness.ts';

/** Tests exit codes and messages. To save time, nearly all commands run in one shared process. */

const words = (line: string) => line.split(' ').filter((word) => word !== '');

test('a command explains itself with --help', async (t) => {
  const { code, stdout } = await openCliHarness(t).runShared(['keys', 'create', '--help']);
  assert.equal(code, 0);
  assert.ok(stdout.startsWith('Usage: pawstock keys create ['), stdout);
});

test('no help shows a default as the program has it', async () => {
  const check = (command: Command) => {
    assert.doesNotMatch(command.helpInformation(), /default:\s(?:\d{5,}|[{[])/, command.name());
    for (const inner of command.commands) check(inner);
  };
  check(await createProgram());
});

test('wrong usage ends with 2 before anything is done, and says why', async (t) => {
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
    const run = line === '' ? cli.run : cli.runShared;
    const { code, stdout, stderr } = await run(words(line), { env });
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, line);
    assert.match(stderr, says);
    assert.match(stderr, line.includes('--json') ? /^\{/ : /^(?:pawstock|Usage): /);
    assert.doesNotMatch(stderr, /^\s+at /m, 'a stack trace');
    assert.doesNotMatch(stderr, /hunter2/, 'a password');
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
    assert.equal(ended.code, code, line);
    assert.equal(stdout, '', line);
    assert.match(stderr, /^[^\n]+\n$/, 'one line');
    const { error, ...others } = JSON.parse(stderr);
    assert.deepEqual(Object.keys(error), ['message']);
    assert.deepEqual(others, {}, 'fields beside the error');
    assert.match(error.message, message);
  }
});

test('a command that needs a store says that there is none, and creates none', async (t) => {
  const cli = openCliHarness(t);
  const lines = [
    'export',
    'verify',
    'keys list',
    'keys revoke a',
    'keys rotate a',
    'webhooks list',
    'webhooks test a',
    'webhooks enable a',
    'webhooks remove a',
    'copy --to sqlite:other.db',
    'backup other.db',
  ];
  for (const line of lines) {
    const run = line === 'export' ? cli.run : cli.runShared;
    const { code, stdout, stderr } = await run(words(line));
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, line);
    assert.equal(stderr, `pawstock: There is no store at ${cli.file}. Check the path.\n`, line);
  }
  assert.equal(existsSync(cli.file), false, 'a store was made');
});

const wrongSettings = {
  PORT: '65536',
  HOST: 'a b',
  DATABASE_URL: 'mysql://shop:hunter2@db.example/pets',
  LOG_LEVEL: 'loud',
};

/** Asserts that a start ended because of the wrong settings above, with a line for each. */
function assertAllNamed({ code, stdout, stderr }: CommandResult): void {
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  const named = stderr.match(/^pawstock: \w+ must be /gm)?.map((line) => line.split(' ')[1]);
  assert.deepEqual(named?.sort(), Object.keys(wrongSettings).sort());
  assert.equal(stderr.trimEnd().split('\n').length, 4, stderr);
  assert.doesNotMatch(stderr, /hunter2/, 'a password is shown');
}

test('wrong settings are all named at once, and end the start of a demo too', async (t) => {
  const cli = openCliHarness(t);
  assertAllNamed(await cli.runShared(['serve', '--demo'], { env: wrongSettings }));
});

test('a wrong flag ends the start although its variable is right', async (t) => {
  const cli = openCliHarness(t);
  const args = [
    'serve',
    '--port',
    wrongSettings.PORT,
    '--host',
    wrongSettings.HOST,
    '--database',
    wrongSettings.DATABASE_URL,
    '--log-level',
    wrongSettings.LOG_LEVEL,
  ];
  const env = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' };
  assertAllNamed(await cli.runShared(args, { env }));
});

test('a command on a store minds no setting but that of its store', async (t) => {
  const cli = openCliHarness(t);
  for (const line of ['export', 'backup copy.db', 'restore copy.db']) {
    const { code, stderr } = await cli.runShared(words(line), { env: wrongSettings });
    assert.equal(code, 2, line);
    assert.match(stderr, /^pawstock: DATABASE_URL must be [^\n]*\n$/, line);
  }
});

test('a command over HTTP ends with 2 if its settings are wrong', async (t) => {
  const cli = openCliHarness(t);
  const wrongKey = /^pawstock: PAWSTOCK_API_KEY must be [^\n]*\n$/;
  const wrongUrl = /^pawstock: PAWSTOCK_URL must be [^\n]*\n$/;
  const both = /^pawstock: PAWSTOCK_URL must [^\n]*\npawstock: PAWSTOCK_API_KEY must [^\n]*\n$/;
  const key = 'paw_x';
  const cases = [
    { key: '', says: wrongKey },
    { key: 'hunter 2', says: wrongKey },
    { key: 'hunter\n2', says: wrongKey },
    { key, url: 'localhost:8080/v1', says: wrongUrl },
    { key, url: 'http://127.0.0.1:8080', says: wrongUrl },
    { key, url: 'http://till:hunter2@127.0.0.1/v1', says: wrongUrl },
    { key, url: 'http://127.0.0.1/v1?x', says: wrongUrl },
    { key: '', url: 'x', says: both },
  ];
  for (const { key, url = '', says } of cases) {
    const env = { PAWSTOCK_API_KEY: key, PAWSTOCK_URL: url };
    const { code, stdout, stderr } = await cli.runShared(['list'], { env });
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, JSON.stringify(env));
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /hunter/, 'a password');
  }
});

test('a command over HTTP ends with 1 and advice if it cannot be carried out', async (t) => {
  const { cli, env, pawstock } = await openRemoteCli(t, []);
  const lost = await startForeignServer(t, ({ method, socket }, response) =>
    method === 'GET' ? response.end('[]') : socket.destroy(),
  );
  const absent = { PAWSTOCK_URL: 'http://127.0.0.1:2/v1' };
  const unknown = { PAWSTOCK_API_KEY: 'paw_x' };
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
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, line);
    assert.match(stderr, says);
    assert.match(stderr, /^(pawstock: [^\n]+\n)+$/);
    assert.doesNotMatch(stderr, /paw_/, 'a key');
  }
  assert.equal((await cli.run(['list'], { env: { ...env, ...absent } })).code, 1);
});
