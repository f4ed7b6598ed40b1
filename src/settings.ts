import { readFileSync } from 'node:fs';
import { keysOf } from '@pawstock/shared/keys.ts';
import { apiLimits } from './api-limits.ts';
import { errorMessage } from './caught-error.ts';
import { durationRule, parseDuration } from './domain/duration.ts';
import {
  type MailSettings,
  parseAddresses,
  parseMailLanguage,
  parseMailUrl,
  parseSender,
  parseTimeOfDay,
} from './mail/mail-settings.ts';
import { mailLanguages } from './mail/texts.ts';
import { misspeltSettings } from './similar-settings.ts';
import { type PostgresAddress, parseAddress } from './store/postgres-address.ts';
import { parseNetworks } from './webhooks/networks.ts';
import { readSecretKey } from './webhooks/secret.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/**
 * The default of each setting, the rule for its value, and its description in the help and in
 * docs/settings.md.
 */
const settingRules = {
  PORT: ['8080', 'a port from 0 to 65535', 'port to listen on; 0 picks a free one'],
  HOST: ['127.0.0.1', 'a host name or address', 'address to listen on; 0.0.0.0 for all'],
  DATABASE_URL: [
    'sqlite:data/pawstock.db',
    'sqlite:<file> or postgres://<user>@<host>/<database>',
    'the store',
  ],
  BASE_URL: [
    '',
    'an http or https URL that ends in /v1',
    'public address of production, ends in /v1',
  ],
  STAGING_BASE_URL: [
    '',
    'an http or https URL that ends in /v1',
    'public address of staging, ends in /v1',
  ],
  CORS_ORIGIN: [
    '',
    'an origin such as https://shop.example, without a path or a slash at the end; several with commas between; or *',
    'web origins that may call, separated by commas, or *',
  ],
  RATE_LIMIT: [
    '0',
    `a whole number of requests per second, up to ${apiLimits.rateLimitMax}, 0 for no limit`,
    'requests per second for each key without a limit of its own; 0 is no limit',
  ],
  TLS_CERT: [
    '',
    'the file of the certificate, since TLS_KEY is set',
    'certificate file, to serve HTTPS; needs TLS_KEY',
  ],
  TLS_KEY: [
    '',
    "the file of the certificate's key, since TLS_CERT is set",
    "the certificate's key file",
  ],
  WEBHOOK_KEY: [
    '',
    'a file with a random text',
    'file with a random text that encrypts the secrets of webhooks',
  ],
  TIME_ZONE: [
    '',
    'a time zone of the IANA database, such as Europe/Berlin',
    "time zone of the shop, which decides when its days begin; the system's by default",
  ],
  WEBHOOK_NETWORKS: [
    '',
    'networks such as 10.1.0.0/16 or fd00::/8, with commas between',
    'networks that webhooks made over HTTP may reach beside public addresses',
  ],
  BACKUP_FOLDER: [
    '',
    'empty: only the embedded store is backed up this way, and PostgreSQL has tools of its own',
    'folder for backups of the embedded store; none are made if it is empty',
  ],
  BACKUP_EVERY: ['24h', durationRule, 'time between two backups'],
  BACKUP_KEEP: ['14', 'a whole number from 1 to 10000', 'how many backups to keep'],
  BACKUP_COMMAND: [
    '',
    'a line for the shell, since BACKUP_FOLDER is set',
    'shell command to run after each backup, with its path in BACKUP_FILE',
  ],
  MAIL_URL: [
    '',
    'smtp://host or smtps://host, with user:password@ before the host and :port after it where needed, percent-encoded',
    'mail server for a message each morning, and of faults at once; no mail if it is empty',
  ],
  MAIL_FROM: ['', 'the address that sends the mail, since MAIL_URL is set', 'sender of the mail'],
  MAIL_TO: [
    '',
    'addresses with commas between, since MAIL_URL is set',
    'recipients of the mail, separated by commas',
  ],
  MAIL_AT: [
    '07:00',
    'a time of the day from 00:00 to 23:59',
    "time of the morning's mail, in TIME_ZONE",
  ],
  MAIL_LANGUAGE: ['en', `one of ${mailLanguages.join(', ')}`, 'language of the mail'],
  LOG_LEVEL: [
    'info',
    `one of ${logLevels.join(', ')}`,
    'debug (every request), info, warn, error or silent',
  ],
} as const;

type SettingName = keyof typeof settingRules;

const settingNames = keysOf(settingRules);

export const settingEntries = settingNames.map((name) => [name, settingRules[name]] as const);

type SettingTexts = { [Name in SettingName]?: string | undefined };
export type RawSettings = Readonly<SettingTexts>;

export type DatabaseAddress =
  | { readonly engine: 'sqlite'; readonly file: string }
  | ({ readonly engine: 'postgres' } & PostgresAddress);

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** The settings whose value may have a password. */
const secretNames: readonly string[] = ['DATABASE_URL', 'MAIL_URL'];

/**
 * The settings whose value is a path. For these, a name such as `TLS_KEY_FILE` means the same as
 * `TLS_KEY`.
 */
const pathNames = ['TLS_CERT', 'TLS_KEY', 'WEBHOOK_KEY'];

/**
 * Reads an environment variable. If only the variable with `_FILE` after its name is set, reads the
 * value from the file that it names, because orchestrators provide secrets as files.
 */
export function fromEnvironment(name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = process.env;
  if (value || !file) return value || undefined;
  if (pathNames.includes(name)) return file;
  let why = 'it is empty';
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    why = errorMessage(error);
  }
  throw new SettingsError([`${name}_FILE must be a file that can be read: ${why}.`]);
}

/**
 * Reads settings from command-line flags, or else from the environment. `faults` tells which files
 * are unreadable.
 */
export function readSettings(flags: RawSettings = {}) {
  const faults: string[] = [];
  const raw: SettingTexts = {};
  for (const name of settingNames) {
    try {
      raw[name] = flags[name] ?? fromEnvironment(name);
    } catch (error) {
      faults.push(errorMessage(error));
    }
  }
  return { raw, faults };
}

export type Settings = Readonly<ReturnType<typeof checkSettings>>;

/**
 * Checks all settings. Throws a SettingsError with the `known` faults of earlier checks and all
 * further faults.
 */
export function checkSettings(raw: RawSettings, known: readonly string[] = []) {
  const faults = [...known];
  const read = <T>(name: SettingName, parse: (text: string) => T | undefined): T => {
    const [fallback, rule] = settingRules[name];
    const text = raw[name] || fallback;
    // The error message shows only how an address begins that may contain a password.
    const shown = secretNames.includes(name)
      ? `begins with "${text.split(':')[0]}"`
      : `is "${text}"`;
    let value: T | undefined;
    let why = '';
    try {
      value = parse(text);
    } catch (error) {
      why = `: ${errorMessage(error)}`;
    }
    if (value === undefined) faults.push(`${name} must be ${rule}; it ${shown}${why}.`);
    // Settings without a value are never returned: each is a fault, and any fault throws below.
    return value as T;
  };

  const given = (text: string) => text || undefined;

  const bases = [
    { url: read('BASE_URL', baseUrl), description: 'Production' },
    { url: read('STAGING_BASE_URL', baseUrl), description: 'Staging' },
  ].filter(({ url }) => url !== '' && url !== undefined);

  const everyMs = read('BACKUP_EVERY', parseDuration);
  const keep = read('BACKUP_KEEP', (text) => wholeNumber(text, 10_000) || undefined);
  const isFile = !raw.DATABASE_URL || raw.DATABASE_URL.startsWith('sqlite:');
  const folder = read('BACKUP_FOLDER', (text) => (text === '' || isFile ? text : undefined));

  const settings = {
    port: read('PORT', (text) => wholeNumber(text, 65_535)),
    host: read('HOST', (text) => (/^\S+$/.test(text) ? text : undefined)),
    database: read('DATABASE_URL', database),
    bases: bases.length === 0 ? [{ url: '/v1', description: 'This server' }] : bases,
    mounts:
      bases.length === 0 ? ['/v1'] : [...new Set(bases.map(({ url }) => new URL(url).pathname))],
    corsOrigins: read('CORS_ORIGIN', origins),
    rateLimit: read('RATE_LIMIT', (text) => wholeNumber(text, apiLimits.rateLimitMax)),
    tls:
      raw.TLS_CERT || raw.TLS_KEY
        ? { certFile: read('TLS_CERT', given), keyFile: read('TLS_KEY', given) }
        : undefined,
    webhookKey: raw.WEBHOOK_KEY ? read('WEBHOOK_KEY', readSecretKey) : undefined,
    timeZone: read('TIME_ZONE', timeZone),
    webhookNetworks: read('WEBHOOK_NETWORKS', parseNetworks),
    backups: folder
      ? { folder, everyMs, keep, command: raw.BACKUP_COMMAND || undefined }
      : undefined,
    mail: raw.MAIL_URL ? readMail(read) : undefined,
    logLevel: read('LOG_LEVEL', (text) => logLevels.find((level) => level === text)),
  };
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

type Read = <T>(name: SettingName, parse: (text: string) => T | undefined) => T;

function readMail(read: Read): MailSettings {
  return {
    server: read('MAIL_URL', parseMailUrl),
    from: read('MAIL_FROM', parseSender),
    to: read('MAIL_TO', parseAddresses),
    at: read('MAIL_AT', parseTimeOfDay),
    language: read('MAIL_LANGUAGE', parseMailLanguage),
  };
}

/** A sentence about each environment variable that is probably meant to be a setting. */
export function warningsAbout(names: readonly string[]): readonly string[] {
  return misspeltSettings(names, settingNames).map(
    ({ name, meant }) => `${name} is no setting and has no effect. Is ${meant} meant?`,
  );
}

/**
 * The address for reaching the service on this machine: a loopback address if the service listens
 * on all addresses.
 */
export function reachableAddress(
  { host, tls }: Pick<Settings, 'host' | 'tls'>,
  port: number,
): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${tls === undefined ? 'http' : 'https'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

export function checkDatabase(url: string | undefined): DatabaseAddress {
  return checkSettings({ DATABASE_URL: url }).database;
}

function database(text: string): DatabaseAddress {
  const file = /^sqlite:(.*)$/s.exec(text)?.[1];
  return file === undefined
    ? { engine: 'postgres', ...parseAddress(text) }
    : { engine: 'sqlite', file: checkFile(file) };
}

/** Returns the path in `sqlite:path` or `sqlite:///path`. */
function checkFile(text: string): string {
  // SQLite would open a temporary database for `:memory:`, and read `file:` as the start of a URI.
  if (!/^(?:$|\/\/(?!\/)|:memory:$|file:)|[?#]/.test(text)) return text.replace(/^\/\/(?=\/)/, '');
  throw new Error('a store is a file, named by its path alone, such as sqlite:data/pawstock.db');
}

function wholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

/**
 * The canonical name of a time zone; undefined for an unknown time zone and for an offset such as
 * +01:00.
 */
function timeZone(text: string): string | undefined {
  try {
    if (/^[+-]/.test(text)) return undefined;
    return new Intl.DateTimeFormat('en', { timeZone: text || undefined }).resolvedOptions()
      .timeZone;
  } catch {
    return undefined;
  }
}

function baseUrl(text: string): string | undefined {
  if (text === '') return '';
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#@]/.test(text)) return undefined;
  // A base path that needs percent-encoding is refused, because proxies may encode it in different
  // ways.
  return /^(?:\/[\w.~-]+)*\/v1$/.test(url.pathname) ? url.href : undefined;
}

function origins(text: string): string[] | undefined {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return list.every((origin) => origin === '*' || URL.parse(origin)?.origin === origin)
    ? list
    : undefined;
}
