import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  checkSettings,
  type RawSettings,
  readSettings,
  SettingsError,
  settingEntries,
  warningsAbout,
} from '../../src/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function faultsOf(raw: RawSettings, known?: readonly string[]): readonly string[] {
  try {
    checkSettings(raw, known);
    return [];
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.faults;
  }
}

const refused: { readonly [Name in keyof RawSettings]-?: readonly string[] } = {
  PORT: ['http', '-1', '+80', ' 80', '8e3', '0x50', '80.5', '65536'],
  HOST: ['a b', ' ', 'a\n'],
  DATABASE_URL: ['sqlite', 'file:pawstock.db'],
  BASE_URL: [
    '/v1',
    'shop.example/v1',
    'ftp://shop.example/v1',
    'https://shop.example',
    'https://shop.example/v2',
    'https://shop.example/v1/',
    'https://shop.example/apiv1',
    'https://shop.example/v1?x=1',
    'https:///v1',
  ],
  STAGING_BASE_URL: ['/v1', 'https://staging.example/v2'],
  CORS_ORIGIN: [
    'shop.example',
    'https://shop.example/',
    'https://shop.example/x',
    'https://shop.example,shop',
    'null',
  ],
  RATE_LIMIT: ['-1', '1.5', 'many', '1000001'],
  TLS_CERT: [],
  TLS_KEY: [],
  WEBHOOK_KEY: ['/nowhere/webhook.key', '/'],
  TIME_ZONE: ['Berlin', '+01:00', 'Europe/Nowhere', 'CET-1'],
  WEBHOOK_NETWORKS: [
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    'localhost',
    '10.0.0.0/8;::1',
    '10.0.0.0/',
    '1.2.3.4/-1',
  ],
  BACKUP_FOLDER: [],
  BACKUP_EVERY: ['24', '1w', '0h', '-1d', '1.5h', '99999d'],
  BACKUP_KEEP: ['0', '-1', 'all', '10001'],
  BACKUP_COMMAND: [],
  MAIL_URL: ['smtp', 'http://mail.example', 'smtp://user@mail.example', 'smtps://mail.example/x'],
  MAIL_FROM: [],
  MAIL_TO: [],
  MAIL_AT: ['7:00', '24:00', '07:60', '7am'],
  MAIL_LANGUAGE: ['xx', 'english'],
  LOG_LEVEL: ['INFO', 'trace', 'loud', 'constructor'],
};

/** Only the scheme of a database address is shown, because the address may contain a password. */
function shownOf(name: string, value: string): string {
  const mayHaveSecret = name === 'DATABASE_URL' || name === 'MAIL_URL';
  return mayHaveSecret ? `"${value.split(':')[0]}"` : `"${value}"`;
}

/** Settings of mail are only looked at where there is a mail server. */
function mailSettings(name: string): RawSettings {
  if (!name.startsWith('MAIL_')) return {};
  return {
    MAIL_URL: 'smtp://mail.example',
    MAIL_FROM: 'shop@shop.example',
    MAIL_TO: 'owner@shop.example',
  };
}

test('mail needs a sender and recipients', () => {
  const faults = faultsOf({ MAIL_URL: 'smtp://mail.example' });

  assert.deepEqual(
    faults.map((fault) => fault.split(' ')[0]),
    ['MAIL_FROM', 'MAIL_TO'],
  );
});

test('mail goes to each of the addresses, each day at seven unless told otherwise', () => {
  const { mail } = checkSettings({
    MAIL_URL: 'smtp://user:se%40cret@mail.example:2525',
    MAIL_FROM: 'Pet Shop <shop@shop.example>',
    MAIL_TO: 'a@b.example, c@d.example',
  });

  assert.deepEqual(mail, {
    server: {
      host: 'mail.example',
      port: 2525,
      protocol: 'smtp',
      credentials: { user: 'user', password: 'se@cret' },
    },
    from: 'Pet Shop <shop@shop.example>',
    to: ['a@b.example', 'c@d.example'],
    at: { hour: 7, minute: 0 },
    language: 'en',
  });
});

test('a fault of the mail server shows no password', () => {
  const [fault = ''] = faultsOf({ MAIL_URL: 'smpt://user:secret@mail.example' });

  assert.match(fault, /^MAIL_URL must be /);
  assert.doesNotMatch(fault, /secret/);
});

for (const { name, meant } of [
  { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
  { name: 'BACKUP_FOLDERS', meant: 'BACKUP_FOLDER' },
]) {
  test(`${name} is taken for a misspelt ${meant}`, () => {
    const warning = `${name} is no setting and has no effect. Is ${meant} meant?`;
    assert.deepEqual(warningsAbout([name]), [warning]);
  });
}

for (const name of ['BACKUP_FOLDER', 'HOSTS', 'PATH', 'TZ', 'MAIL_URL_FILE']) {
  test(`${name} is not taken for a misspelt setting`, () => {
    assert.deepEqual(warningsAbout([name]), []);
  });
}

for (const [name] of settingEntries) {
  for (const value of refused[name]) {
    test(`${name}=${JSON.stringify(value)} is refused, with its value`, () => {
      const [fault = '', ...others] = faultsOf({ ...mailSettings(name), [name]: value });

      assert.ok(fault.startsWith(`${name} must be `), fault);
      assert.ok(fault.includes(shownOf(name, value)), fault);
      assert.deepEqual(others, [], 'there are further faults');
    });
  }
}

const rightSettings: readonly {
  readonly title: string;
  readonly raw: RawSettings;
  readonly expected: Partial<ReturnType<typeof checkSettings>>;
}[] = [
  {
    title: 'without any setting the store is a file, and only this machine is served',
    raw: {},
    expected: {
      database: { engine: 'sqlite', file: 'data/pawstock.db' },
      host: '127.0.0.1',
      mounts: ['/v1'],
      rateLimit: 0,
    },
  },
  {
    title: 'an empty setting is like none',
    raw: { PORT: '', LOG_LEVEL: '' },
    expected: { port: 8080, logLevel: 'info' },
  },
  {
    title: 'port 0 is any free one',
    raw: { PORT: '0' },
    expected: { port: 0 },
  },
  {
    title: 'the highest port and an IPv6 address are taken',
    raw: { PORT: '65535', HOST: '::1' },
    expected: { port: 65_535, host: '::1' },
  },
  {
    title: 'the path of a store may have spaces',
    raw: { DATABASE_URL: 'sqlite:a b/c.db' },
    expected: { database: { engine: 'sqlite', file: 'a b/c.db' } },
  },
  {
    title: 'the path of a store may be absolute',
    raw: { DATABASE_URL: 'sqlite:///var/p.db' },
    expected: { database: { engine: 'sqlite', file: '/var/p.db' } },
  },
  {
    title: 'the path of a store may begin with two slashes',
    raw: { DATABASE_URL: 'sqlite:////var/p.db' },
    expected: { database: { engine: 'sqlite', file: '//var/p.db' } },
  },
  {
    title: 'base URLs with the same path are one mount',
    raw: { BASE_URL: 'https://shop.example/v1', STAGING_BASE_URL: 'http://localhost:1/v1' },
    expected: { mounts: ['/v1'] },
  },
  {
    title: 'base URLs with different paths are two mounts',
    raw: { BASE_URL: 'https://shop.example/v1', STAGING_BASE_URL: 'http://localhost/s/v1' },
    expected: { mounts: ['/v1', '/s/v1'] },
  },
  {
    title: 'there may be several origins',
    raw: { CORS_ORIGIN: 'https://a.example, http://b:81' },
    expected: { corsOrigins: ['https://a.example', 'http://b:81'] },
  },
  {
    title: 'the log may be silent',
    raw: { LOG_LEVEL: 'silent' },
    expected: { logLevel: 'silent' },
  },
];

for (const { title, raw, expected } of rightSettings)
  test(title, () => assert.partialDeepStrictEqual(checkSettings(raw), expected));

/** Writes a file whose content is a setting, and returns its path. */
function fileWith(t: TestContext, text: string): string {
  const file = join(temporaryFolder(t), 'setting');
  writeFileSync(file, text);
  return file;
}

/** Reads the settings with these variables in the environment. */
function readWith(environment: Readonly<Record<string, string>>, flags: RawSettings = {}) {
  Object.assign(process.env, environment);
  try {
    return readSettings(flags);
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}

test('a variable that ends in _FILE names a file with the setting', (t) => {
  const { raw } = readWith({ PORT_FILE: fileWith(t, ' 80\n') });

  assert.equal(raw.PORT, '80');
});

test('a setting that is a path is not read from a file', (t) => {
  const key = fileWith(t, 'secret of the shop');
  const environment = { TLS_KEY_FILE: key, WEBHOOK_KEY_FILE: key };
  const { raw } = readWith(environment);

  assert.equal(raw.TLS_KEY, key);
  assert.equal(raw.WEBHOOK_KEY, key);
});

test('an error shows no secret of a file', (t) => {
  const key = fileWith(t, 'secret of the shop');
  const { raw, faults } = readWith({ TLS_KEY_FILE: key, WEBHOOK_KEY_FILE: key, HOST: 'a b' });
  const shown = faultsOf(raw, faults).join();

  assert.match(shown, /HOST/);
  assert.ok(!shown.includes('secret'), shown);
});

test('a file with a setting is named if it is empty', (t) => {
  // An empty file must not lead to the default store.
  const { raw, faults } = readWith({ DATABASE_URL_FILE: fileWith(t, '\n') });
  const [fault] = faultsOf(raw, faults);

  assert.match(fault ?? '', /^DATABASE_URL_FILE must be a file that can be read: it is empty\./);
});

test('each file that cannot be read is named, beside the other faults', (t) => {
  const { raw, faults } = readWith({
    DATABASE_URL_FILE: fileWith(t, '\n'),
    TIME_ZONE_FILE: join(temporaryFolder(t), 'none'),
    HOST: 'a b',
  });
  const named = faultsOf(raw, faults).map((fault) => fault.split(' ')[0]);

  assert.deepEqual(named.sort(), ['DATABASE_URL_FILE', 'HOST', 'TIME_ZONE_FILE']);
});

test('a flag takes precedence over the environment', (t) => {
  const environment = {
    LOG_LEVEL: 'error',
    DATABASE_URL_FILE: fileWith(t, '\n'),
    TIME_ZONE_FILE: join(temporaryFolder(t), 'none'),
  };
  const flags = { LOG_LEVEL: 'warn', DATABASE_URL: 'sqlite:a.db', TIME_ZONE: 'UTC' };
  const { raw, faults } = readWith(environment, flags);

  assert.partialDeepStrictEqual(raw, flags);
  assert.deepEqual(faults, []);
});

test('a certificate needs its key', () => {
  assert.match(faultsOf({ TLS_CERT: 'cert.pem' }).join(), /^TLS_KEY must be /);
  assert.match(faultsOf({ TLS_KEY: 'key.pem' }).join(), /^TLS_CERT must be /);
});

test('backups are made each day unless told otherwise', () => {
  assert.equal(checkSettings({ BACKUP_FOLDER: '/backups' }).backups?.everyMs, 86_400_000);
});

test('backups are made of the embedded store alone', () => {
  const [fault] = faultsOf({ BACKUP_FOLDER: '/backups', DATABASE_URL: 'postgres://db/pets' });

  assert.match(fault ?? '', /^BACKUP_FOLDER must be empty: .*PostgreSQL/);
});

const refusedAddresses: readonly {
  readonly title: string;
  readonly url: string;
  readonly says: RegExp;
}[] = [
  {
    title: 'of another kind of database',
    url: 'mysql://shop:hunter2@db/pets',
    says: /neither sqlite: nor postgres:\/\//,
  },
  {
    title: 'of a file without a path',
    url: 'sqlite:',
    says: /named by its path alone/,
  },
  {
    title: 'of a file without a path behind slashes',
    url: 'sqlite://',
    says: /such as sqlite:data\/pawstock\.db/,
  },
  {
    title: 'of a file with two slashes',
    url: 'sqlite://data/pawstock.db',
    says: /named by its path alone/,
  },
  {
    title: 'of a file with parameters',
    url: 'sqlite:a.db?mode=ro',
    says: /named by its path alone/,
  },
  {
    title: 'of a file with a second scheme',
    url: 'sqlite:file:a.db',
    says: /named by its path alone/,
  },
  {
    title: 'without a host',
    url: 'postgres:///pets',
    says: /has no host/,
  },
  {
    title: 'with a slash in its password',
    url: 'postgres://shop:hunter2/3@db/pets',
    says: /not a URL; in a password, write special characters as in %40 for @/,
  },
  {
    title: 'with an unknown sslmode',
    url: 'postgres://shop:hunter2@db/pets?sslmode=bad',
    says: /its sslmode is none of disable, prefer, require, verify-full/,
  },
  {
    title: 'with capitals in its schema',
    url: 'postgres://shop:hunter2@db/pets?schema=Shop',
    says: /its schema is not a name of lower-case letters/,
  },
  {
    title: 'with several hosts',
    url: 'postgres://shop:hunter2@db1:5432,db2:5432/pets',
    says: /it has several hosts; name one, such as a proxy/,
  },
  {
    title: 'with an unknown parameter',
    url: 'postgres://shop:hunter2@db/pets?target_session_attrs=any',
    says: /its parameter target_session_attrs is not supported/,
  },
  {
    title: 'with several faults, all of them named',
    url: 'postgres://shop:hunter2@db/pets?sslcert=a.crt&sslkey=a.key&sslrootcert=/no/such&sslmode=bad',
    says: /its parameter sslcert is not supported; remove it, and log in with a password; its parameter sslkey .*; its sslmode is none of .*; its sslrootcert names \/no\/such, which is no file that this user may read/,
  },
];

for (const { title, url, says } of refusedAddresses) {
  test(`an address ${title} is refused without its password`, () => {
    const [fault = '', ...others] = faultsOf({ DATABASE_URL: url });

    assert.match(fault, says);
    assert.doesNotMatch(fault, /hunter2/, 'the password is shown');
    assert.deepEqual(others, [], 'there are further faults');
  });
}
