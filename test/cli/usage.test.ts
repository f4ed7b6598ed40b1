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

/** An address where no server listens. */
const absentUrl = 'http://127.0.0.1:2/v1';

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

const wrongUsages: readonly {
  readonly title: string;
  readonly line: string;
  readonly says: RegExp;
}[] = [
  {
    title: 'an unknown command',
    line: 'feed',
    says: /unknown command 'feed'/,
  },
  {
    title: 'a key without a name',
    line: 'keys create',
    says: /missing required argument 'name'/,
  },
  {
    title: 'a name with a slash',
    line: 'keys create a/b',
    says: /A name has 1 to 64 characters without \/ and \\, .* is neither/,
  },
  {
    title: 'an unknown scope',
    line: 'keys create a --scope root',
    says: /--scope.* read, write, admin/,
  },
  {
    title: 'a duration without a unit',
    line: 'keys create a --expires 90',
    says: /--expires.*s, m, h or d/,
  },
  {
    title: 'a rate limit that is too high',
    line: 'keys create a --rate-limit 1000001',
    says: /--rate-limit.*whole number from 1 to 1000000/,
  },
  {
    title: 'an endpoint without a scheme',
    line: 'webhooks add shop.example',
    says: /http or https URL/,
  },
  {
    title: 'an endpoint whose host is too long for a name',
    line: `webhooks add https://${'a'.repeat(60)}.example/`,
    says: /Choose one with --name/,
  },
  {
    title: 'an endpoint with a password',
    line: 'webhooks add https://user:hunter2@shop.example/',
    says: /user name or password/,
  },
  {
    title: 'an unknown event',
    line: 'webhooks add https://shop.example/ --events changed,gone',
    says: /changed, low, out/,
  },
  {
    title: 'an update of an endpoint that changes nothing',
    line: 'webhooks update shop',
    says: /Say what to change/,
  },
  {
    title: 'a replay without a beginning',
    line: 'webhooks replay shop',
    says: /Use either --after or --since/,
  },
  {
    title: 'backups without a folder',
    line: 'backups',
    says: /--folder or BACKUP_FOLDER/,
  },
  {
    title: 'a column for an unknown field',
    line: 'import - --column price=SKU',
    says: /--column.*Write field=column, where the field is one of petId, quantity, status/,
  },
  {
    title: 'a text for an unknown status',
    line: 'import - --status active=live',
    says: /--status.*Write text=status/,
  },
  {
    title: 'a header in line 0',
    line: 'import - --header 0',
    says: /--header.*at least 1/,
  },
  {
    title: 'a negative quantity in a filter',
    line: 'list --min -1',
    says: /A quantity is an integer from 0 to 9007199254740991/,
  },
  {
    title: 'a difference in place of a quantity',
    line: 'set 1 +3',
    says: /A quantity is .* use "pawstock adjust"/,
  },
  {
    title: 'a quantity that is too large',
    line: 'set 1 9007199254740992',
    says: /A quantity is/,
  },
  {
    title: 'a version that is no number',
    line: 'set 1 1 --if-version now',
    says: /--if-version.*whole number/,
  },
  {
    title: 'a difference with an exponent',
    line: 'adjust 1 1e3',
    says: /A difference is an integer/,
  },
  {
    title: 'the history of one pet and of all',
    line: 'history 1 --all',
    says: /Name one pet, or use --all/,
  },
  {
    title: 'a history of no changes',
    line: 'history 1 --limit 0',
    says: /--limit.*whole number, at least 1/,
  },
  {
    title: 'a day that is not in the calendar',
    line: 'report --since 2026-02-30',
    says: /--since.*A time is a day/,
  },
  {
    title: 'two formats at once',
    line: 'report --json --csv',
    says: /cannot be used with option '--csv'/,
  },
];

test('wrong usage ends with exit code 2 and a reason', async (t) => {
  const cli = openCliHarness(t);
  const env = { PAWSTOCK_URL: absentUrl, PAWSTOCK_API_KEY: 'paw_x' };

  await t.test('no command at all, with the usage', async () => {
    const { code, stdout, stderr } = await cli.run([], { env });

    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, /^Usage: pawstock /);
    assertHarmless(stderr);
  });

  for (const { title, line, says } of wrongUsages) {
    await t.test(title, async () => {
      const { code, stdout, stderr } = await cli.runShared(words(line), { env });

      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, says);
      assert.match(stderr, line.includes('--json') ? /^\{/ : /^pawstock: /);
      assertHarmless(stderr);
    });
  }

  await t.test('and before a store is created', () => {
    assert.equal(existsSync(cli.file), false);
  });
});

/** Asserts that a message shows neither a stack trace nor a password. */
function assertHarmless(stderr: string): void {
  assert.doesNotMatch(stderr, /^\s+at /m, 'a stack trace is shown');
  assert.doesNotMatch(stderr, /hunter2/, 'a password is shown');
}

test('with --json a fault is one JSON object on stderr', async (t) => {
  const cli = openCliHarness(t);

  for (const { title, line, code, says } of [
    {
      title: 'of an empty file',
      line: 'import - --json',
      code: 1,
      says: /is empty.*\nNothing was imported: 1 fault in standard input\.$/s,
    },
    {
      title: 'of a store that is missing',
      line: 'keys list --json',
      code: 1,
      says: /^There is no store at [^\n]+ Check the path\.$/,
    },
    {
      title: 'of wrong usage',
      line: 'keys create a --scope root --json',
      code: 2,
      says: /^option '--scope <scope>' argument 'root' is invalid\./,
    },
    {
      title: 'of a wrong setting of the store',
      line: 'keys list --json --database mysql://x',
      code: 2,
      says: /^DATABASE_URL must be /,
    },
    {
      title: 'of a key that is not set',
      line: 'list --json',
      code: 2,
      says: /^PAWSTOCK_API_KEY must be an API key,/,
    },
  ]) {
    await t.test(title, async () => {
      const run = line.startsWith('import') ? cli.run : cli.runShared;
      const { stdout, stderr, ...ended } = await run(words(line), { input: '' });

      assert.equal(ended.code, code);
      assert.equal(stdout, '');
      assert.match(stderr, /^[^\n]+\n$/, 'it is not one line');
      const { error, ...others } = JSON.parse(stderr);
      assert.deepEqual(Object.keys(error), ['message']);
      assert.deepEqual(others, {}, 'there are fields beside the error');
      assert.match(error.message, says);
    });
  }
});

test('without a store', async (t) => {
  const cli = openCliHarness(t);

  for (const line of [
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
  ]) {
    await t.test(`"pawstock ${line}" says that there is none`, async () => {
      const run = line === 'export' ? cli.run : cli.runShared;
      const { code, stdout, stderr } = await run(words(line));

      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.equal(stderr, `pawstock: There is no store at ${cli.file}. Check the path.\n`);
    });
  }

  await t.test('these commands create none', () => {
    assert.equal(existsSync(cli.file), false);
  });
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

test('wrong settings are all named at once, at the start of a demo too', async (t) => {
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

for (const line of ['export', 'backup copy.db', 'restore copy.db']) {
  test(`"pawstock ${line}" minds no setting but that of its store`, async (t) => {
    const cli = openCliHarness(t);

    const { code, stderr } = await cli.runShared(words(line), { env: wrongSettings });

    assert.equal(code, 2);
    assert.match(stderr, /^pawstock: DATABASE_URL must be [^\n]*\n$/);
  });
}

test('a command over HTTP ends with exit code 2', async (t) => {
  const cli = openCliHarness(t);
  const wrongKey = /^pawstock: PAWSTOCK_API_KEY must be [^\n]*\n$/;
  const wrongUrl = /^pawstock: PAWSTOCK_URL must be [^\n]*\n$/;
  const both = /^pawstock: PAWSTOCK_URL must [^\n]*\npawstock: PAWSTOCK_API_KEY must [^\n]*\n$/;
  const key = 'paw_x';

  for (const { title, key: secret, url = '', says } of [
    { title: 'without a key', key: '', says: wrongKey },
    { title: 'with a key that has a space', key: 'hunter 2', says: wrongKey },
    { title: 'with a key of two lines', key: 'hunter\n2', says: wrongKey },
    { title: 'with a URL without a scheme', key, url: 'localhost:8080/v1', says: wrongUrl },
    { title: 'with a URL without a path', key, url: 'http://127.0.0.1:8080', says: wrongUrl },
    {
      title: 'with a URL that has a password',
      key,
      url: 'http://till:hunter2@127.0.0.1/v1',
      says: wrongUrl,
    },
    { title: 'with a URL that has a query', key, url: 'http://127.0.0.1/v1?x', says: wrongUrl },
    { title: 'with both faults named, if both are wrong', key: '', url: 'x', says: both },
  ]) {
    await t.test(title, async () => {
      const env = { PAWSTOCK_API_KEY: secret, PAWSTOCK_URL: url };
      const { code, stdout, stderr } = await cli.runShared(['list'], { env });

      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /hunter/, 'a password is shown');
    });
  }
});

test('a command over HTTP ends with exit code 1 and advice', async (t) => {
  const { cli, env, pawstock } = await openRemoteCli(t, []);
  const losesChanges = await startForeignServer(t, ({ method, socket }, response) =>
    method === 'GET' ? response.end('[]') : socket.destroy(),
  );
  const absent = { PAWSTOCK_URL: absentUrl };
  const unknown = { PAWSTOCK_API_KEY: 'paw_x' };
  const cannotBeReached = /cannot be reached: .*\n.*Check that the service is running and .*\n$/;
  const wrongKey = /API key.*\n.*Check that PAWSTOCK_API_KEY is right\.\n$/;

  const faults: readonly {
    readonly title: string;
    readonly line: string;
    readonly settings?: Readonly<Record<string, string>>;
    readonly says: RegExp;
  }[] = [
    {
      title: 'a read if the service does not run',
      line: 'list',
      settings: absent,
      says: cannotBeReached,
    },
    {
      title: 'a change if the service does not run',
      line: 'set 1 1',
      settings: absent,
      says: cannotBeReached,
    },
    {
      title: 'a change if the connection is lost, because it may have been made',
      line: 'set 1 1',
      settings: { PAWSTOCK_URL: losesChanges },
      says: /cannot be reached: .*\n.*\n.*The change may have been made\..*\n$/,
    },
    {
      title: 'a read if the service does not know the key',
      line: 'list',
      settings: unknown,
      says: wrongKey,
    },
    {
      title: 'a watch if the service does not know the key',
      line: 'watch',
      settings: unknown,
      says: wrongKey,
    },
    {
      title: 'a watch after a change that is yet to come',
      line: 'watch --after 5',
      says: /There is no change 5 yet/,
    },
    {
      title: 'a pet that is not there',
      line: 'get 1',
      says: /There is no pet 1/,
    },
    {
      title: 'the history of a pet that was never there',
      line: 'history 1',
      says: /There has never been a pet 1/,
    },
  ];
  for (const { title, line, settings, says } of faults) {
    await t.test(title, async () => {
      const { code, stdout, stderr } = await pawstock(line, settings);

      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, says);
      assert.match(stderr, /^(pawstock: [^\n]+\n)+$/);
      assert.doesNotMatch(stderr, /paw_/, 'a key is shown');
    });
  }

  await t.test('as a process of its own, too', async () => {
    const { code } = await cli.run(['list'], { env: { ...env, ...absent } });

    assert.equal(code, 1);
  });
});
