import { type PostgresAddress, parseAddress } from './store/postgres-address.ts';
import { readSecretKey, type SecretKey } from './webhooks/secret.ts';

/** Settings in two steps: read the environment and the flags, then check them all and name every fault at once. */

export const settingNames = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'BASE_URL',
  'STAGING_BASE_URL',
  'CORS_ORIGIN',
  'RATE_LIMIT',
  'TLS_CERT',
  'TLS_KEY',
  'WEBHOOK_KEY',
  'LOG_LEVEL',
] as const;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type RawSettings = { readonly [Name in (typeof settingNames)[number]]?: string | undefined };

type BaseAddress = { readonly url: string; readonly description: string };

export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseAddress;
  /** Where the API is reached, as callers see it. */
  readonly bases: readonly BaseAddress[];
  /** The paths under which the API answers. */
  readonly mounts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Requests a second a key; 0 for no limit. */
  readonly rateLimit: number;
  /** The files of the certificate and its key; plain HTTP where there are none. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** What encrypts the secrets of webhooks in the store. */
  readonly webhookKey: SecretKey;
  readonly logLevel: (typeof logLevels)[number];
};

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

/** Throws a SettingsError that names every fault. */
export function checkSettings(raw: RawSettings): Settings {
  const faults: string[] = [];
  const read = <T>(
    name: keyof RawSettings,
    fallback: string,
    parse: (text: string) => T | undefined,
    rule: string,
  ): T => {
    const text = raw[name] === undefined || raw[name] === '' ? fallback : raw[name];
    const value = parse(text);
    if (value === undefined) faults.push(`${name} must be ${rule}; it is ${shown(name, text)}.`);
    return value as T;
  };

  const base = (name: 'BASE_URL' | 'STAGING_BASE_URL') =>
    read(name, '', (text) => (text === '' ? '' : baseUrl(text)), 'an http or https URL that ends in /v1');
  const bases = [
    { url: base('BASE_URL'), description: 'Production' },
    { url: base('STAGING_BASE_URL'), description: 'Staging' },
  ].filter(({ url }) => url !== '' && url !== undefined);

  const settings: Settings = {
    port: read('PORT', '8080', (text) => wholeNumber(text, 65_535), 'a port from 0 to 65535'),
    host: read('HOST', '127.0.0.1', (text) => (/^\S+$/.test(text) ? text : undefined), 'a host name or address'),
    database: read('DATABASE_URL', defaultDatabase, databaseAddress, databaseRule),
    bases: bases.length === 0 ? [{ url: '/v1', description: 'This server' }] : bases,
    mounts: bases.length === 0 ? ['/v1'] : [...new Set(bases.map(({ url }) => new URL(url).pathname))],
    corsOrigins: read(
      'CORS_ORIGIN',
      '',
      origins,
      'an origin such as https://shop.example, several with commas between, or *',
    ),
    rateLimit: read(
      'RATE_LIMIT',
      '0',
      (text) => wholeNumber(text, 1_000_000),
      'a whole number of requests per second, 0 for no limit',
    ),
    tls: tlsFiles(raw, faults),
    webhookKey: webhookKey(raw, faults),
    logLevel: read(
      'LOG_LEVEL',
      'info',
      (text) => logLevels.find((level) => level === text),
      `one of ${logLevels.join(', ')}`,
    ),
  };
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

function tlsFiles({ TLS_CERT, TLS_KEY }: RawSettings, faults: string[]): Settings['tls'] {
  if (!TLS_CERT && !TLS_KEY) return undefined;
  if (!TLS_CERT) faults.push('TLS_CERT must be the file of the certificate, since TLS_KEY is set.');
  if (!TLS_KEY) faults.push("TLS_KEY must be the file of the certificate's key, since TLS_CERT is set.");
  return { certFile: TLS_CERT ?? '', keyFile: TLS_KEY ?? '' };
}

function webhookKey({ WEBHOOK_KEY }: RawSettings, faults: string[]): SecretKey {
  if (!WEBHOOK_KEY) return undefined;
  try {
    return readSecretKey(WEBHOOK_KEY);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    faults.push(`WEBHOOK_KEY must be a file with a random text; it is "${WEBHOOK_KEY}", which ${reason}.`);
    return undefined;
  }
}

/** For the commands that only need the store. */
export function checkDatabase(url: string | undefined): DatabaseAddress {
  return checkSettings({ DATABASE_URL: url }).database;
}

const defaultDatabase = 'sqlite:data/pawstock.db';
const databaseRule =
  'sqlite:<file> or postgres://<user>@<host>/<database>, which takes ?schema=<name> and &sslmode=disable, prefer, require or verify-full';

function databaseAddress(text: string): DatabaseAddress | undefined {
  const file = /^sqlite:(?:\/\/(?=\/)|(?!\/\/))([^?#]+)$/.exec(text)?.[1];
  // SQLite gives these a meaning of their own.
  if (file === ':memory:' || file?.startsWith('file:')) return undefined;
  if (file !== undefined) return { engine: 'sqlite', file };
  const address = parseAddress(text);
  return address === undefined ? undefined : { engine: 'postgres', ...address };
}

/** A database's address may hold a password, at more places than can be told apart. */
function shown(name: keyof RawSettings, text: string): string {
  return name === 'DATABASE_URL' ? `a value that begins with "${text.split(':')[0]}"` : `"${text}"`;
}

function wholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

function baseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#@]/.test(text)) return undefined;
  // A path that needs no encoding is the same path to everybody.
  return /^(?:\/[\w.~-]+)*\/v1$/.test(url.pathname) ? url.href : undefined;
}

function origins(text: string): string[] | undefined {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return list.every((origin) => origin === '*' || URL.parse(origin)?.origin === origin) ? list : undefined;
}
