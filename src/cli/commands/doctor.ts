import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '../../caught-error.ts';
import { DomainError } from '../../domain/errors.ts';
import { isoTime } from '../../domain/instant.ts';
import { aheadMs } from '../../domain/store-clock.ts';
import { limits } from '../../limits.ts';
import { version } from '../../observability/build.ts';
import { openFilesMax } from '../../observability/open-files.ts';
import {
  checkSettings,
  readSettings,
  type Settings,
  SettingsError,
  settingEntries,
  warningsAbout,
} from '../../settings.ts';
import { damagedStore } from '../../sqlite/errors.ts';
import { schemaVersion } from '../../store/migrations.ts';
import type { Head, Store } from '../../store/store.ts';
import { loadTls } from '../../tls.ts';
import { openSecrets } from '../../webhooks/secret.ts';
import { examineBackups, examineLeftovers } from '../doctor/backups.ts';
import { type Finding, found } from '../doctor/finding.ts';
import { examinePort } from '../doctor/port.ts';
import { examineEndpoints, examineKeys } from '../doctor/store.ts';
import { type StoreOptions, storeCommand, withStore } from '../store-command.ts';
import { printJson, printLines, table } from '../terminal/output.ts';
import { plural } from '../terminal/text.ts';

const diskBytesMin = 256 * 1024 ** 2;
const openFilesMin = 4_096;
const certificateDaysMin = 14;
const dayMs = 86_400_000;

export const doctorCommand = storeCommand('doctor')
  .description(
    'Check settings, port, store, disk, clock, open files, certificate and webhooks, and say what to do.',
  )
  .action(async ({ database, json }: StoreOptions) => {
    const findings = await examine(readSettings({ DATABASE_URL: database }), database);
    if (json)
      await printJson(
        findings.map(({ advice, ...finding }) => ({ ...finding, ok: advice === null, advice })),
      );
    else await printLines(table(['STATE', 'CHECK', 'FOUND'], findings.map(cells)));
    if (findings.some(({ advice }) => advice !== null)) process.exitCode = 1;
  });

function cells({ check, value, source, advice }: Finding): string[] {
  if (advice !== null) return ['to do', check, `${value === '' ? '' : `${value}. `}${advice}`];
  return ['ok', check, source === undefined ? value : `${value || '-'} (${source})`];
}

async function examine(
  { raw, faults }: ReturnType<typeof readSettings>,
  flag: string | undefined,
): Promise<Finding[]> {
  const named = settingEntries.map(([name, [fallback]]) => {
    const source =
      raw[name] === undefined
        ? 'default'
        : name === 'DATABASE_URL' && flag
          ? 'flag'
          : 'environment';
    return { ...found(name, shown(name, raw[name] ?? fallback)), source } as const;
  });
  const misspelt = warningsAbout(Object.keys(process.env)).map((warning) =>
    found('settings', '', warning),
  );
  let settings: Settings;
  try {
    settings = checkSettings(raw, faults);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [...named, ...misspelt, ...error.faults.map((fault) => found('settings', '', fault))];
  }
  const port = await examineSafely('port', () => examinePort(settings));
  const inStore = await examineSafely('store', () =>
    withStore(raw.DATABASE_URL, (store) => examineStore(store, settings)),
  );
  const disk = await examineSafely('disk', async () => examineDisk(settings));
  const tls = await examineSafely('certificate', async () => examineTls(settings));
  const backups = await examineSafely('backups', () => examineBackups(settings));
  const leftovers = await examineSafely('leftovers', async () => examineLeftovers(settings));
  const mail = await examineSafely('mail', () => examineMail(settings));
  return [
    ...named,
    ...misspelt,
    versions(),
    ...port,
    ...inStore,
    ...leftovers,
    ...disk,
    ...backups,
    examineOpenFiles(),
    ...tls,
    ...mail,
  ];
}

/** Node brings its own SQLite, and a store is refused if that SQLite can damage it. */
function versions(): Finding {
  const { node, sqlite } = process.versions;
  return found('versions', `Pawstock ${version}, Node ${node}, SQLite ${sqlite}`);
}

/**
 * A setting as `pawstock doctor` prints it. The password in an address is hidden.
 */
function shown(name: string, value: string): string {
  if (name === 'TIME_ZONE') return value || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name === 'MAIL_URL') return value.replace(/\/\/.*@/, '//…@');
  return name === 'DATABASE_URL' ? value.replace(/\/\/[^@/]*@/, '//…@').replace(/\?.*/, '') : value;
}

async function examineSafely(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  return work().catch((error: Error) => {
    if (!(error instanceof DomainError && error.cause !== undefined))
      return [found(check, '', error.message)];
    const cause = errorMessage(error.cause);
    const code = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : '';
    const [, advice = error.message] =
      postgresAdvice.find(([pattern]) => pattern.test(`${code} ${cause}`)) ?? [];
    return [found(check, cause, advice)];
  });
}

/**
 * Advice for errors of PostgreSQL, the network and TLS. Each pattern is compared with an error's
 * code and message.
 */
const postgresAdvice: readonly (readonly [RegExp, string])[] = [
  [
    /^28/,
    'Correct the user and the password in DATABASE_URL, or let the user in with pg_hba.conf.',
  ],
  [/^3D000/, 'Create this database, or correct its name in DATABASE_URL.'],
  [
    /CERT|TLS|certificate/,
    'Name the authority that signed the certificate with sslrootcert in DATABASE_URL.',
  ],
  [
    /does not support SSL/,
    'Turn on ssl in postgresql.conf, or set sslmode=disable in DATABASE_URL.',
  ],
  [
    /^E(?!RR_SQLITE)|timeout/,
    'Start PostgreSQL, correct host and port in DATABASE_URL, or open the firewall on the way.',
  ],
];

async function examineStore(store: Store, { database, webhookKey }: Settings): Promise<Finding[]> {
  if (database.engine === 'sqlite') await refuseDamage(database.file);
  const head = await store.head();
  const bytes = await store.bytes();
  const { id, copiedFrom } = await store.identity();
  const webhooks = await examineSafely('webhook key', async () => {
    const { webhooks } = await store.webhooks();
    for (const { settings } of webhooks) openSecrets(settings, webhookKey, head.clockMs);
    const state = webhookKey === undefined ? 'none' : 'set';
    return [found('webhook key', `${state}, ${plural(webhooks.length, 'endpoint')}`)];
  });
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return [
    found('store', `${database.engine}, schema ${schemaVersion}, ${size}, last change ${head.seq}`),
    found('identity', copiedFrom === null ? id : `${id}, copied from ${copiedFrom}`),
    ...(await examineRights(store)),
    examineClock(head),
    ...(await examineKeys(store)),
    ...webhooks,
    ...(await examineEndpoints(store)),
  ];
}

/** Reads the whole file of the store: damage may be where nothing else looks at once. */
async function refuseDamage(file: string): Promise<void> {
  const { damageOf } = await import('../../sqlite/backup.ts');
  const damage = damageOf(file, limits);
  if (damage !== undefined) throw damagedStore(file, damage);
}

async function examineRights(store: Store): Promise<Finding[]> {
  const missing = await store.missingRights();
  if (missing.length === 0) return [];
  const advice = 'Grant them to the role in DATABASE_URL, as docs/operating/postgresql.md says.';
  return [found('rights', `missing: ${missing.join(', ')}`, advice)];
}

function examineClock(head: Head): Finding {
  if (aheadMs(head) <= limits.clockBehindMs) return found('clock', 'in step with the store');
  const value = `it was ahead once, so every change gets the time ${isoTime(head.atMs)} until then`;
  const advice =
    'Set the clock with NTP, then wait, or copy the store with "pawstock copy --not-after".';
  return found('clock', value, advice);
}

function examineDisk({ database }: Settings): Finding[] {
  if (database.engine !== 'sqlite' || !existsSync(dirname(database.file))) return [];
  const { bavail, bsize } = statfsSync(dirname(database.file));
  const free = bavail * bsize;
  const advice = free < diskBytesMin ? 'Free some space, or writes will fail.' : null;
  return [found('disk', `${(free / 1024 ** 3).toFixed(1)} GiB free`, advice)];
}

function examineOpenFiles(): Finding {
  const files = openFilesMax();
  const advice = files < openFilesMin ? 'Raise the limit: ulimit -n or LimitNOFILE.' : null;
  return found('open files', Number.isFinite(files) ? String(files) : 'unknown', advice);
}

function examineTls({ tls }: Settings): Finding[] {
  if (tls === undefined) return [found('certificate', 'none: a proxy in front serves HTTPS')];
  const days = Math.floor((loadTls(tls).expiresAt.getTime() - Date.now()) / dayMs);
  const advice =
    days < certificateDaysMin ? 'Renew the certificate, then send SIGHUP to the service.' : null;
  return [found('certificate', `${days} days left`, advice)];
}

async function examineMail({ mail }: Settings): Promise<Finding[]> {
  if (mail === undefined) return [found('mail', 'the service sends none: MAIL_URL is not set')];
  const { host, port } = mail.server;
  try {
    const { checkMailServer } = await import('../../mail/transport.ts');
    await checkMailServer(mail.server, limits);
    return [found('mail', `${host}:${port} takes mail`)];
  } catch (error) {
    const advice = 'Start the mail server, or correct MAIL_URL. "pawstock mail test" sends a test.';
    return [found('mail', `${host}:${port} takes no mail: ${errorMessage(error)}`, advice)];
  }
}
