import { accessSync, constants } from 'node:fs';

const sslModes = ['disable', 'prefer', 'require', 'verify-full'] as const;

export type PostgresAddress = Readonly<ReturnType<typeof parseAddress>>;

/**
 * URL parameters of libpq that Pawstock does not support. The server would refuse them as unknown
 * settings.
 */
const unsupported = [
  'sslcert',
  'sslkey',
  'sslpassword',
  'passfile',
  'channel_binding',
  'target_session_attrs',
];

/**
 * Parses the URL of a PostgreSQL database. Its errors name every fault, but not the URL, which may
 * hold a password.
 */
export function parseAddress(text: string) {
  if (!/^\s*postgres(?:ql)?:/i.test(text))
    throw new Error('that is neither sqlite: nor postgres://');
  if (/\/\/(?:[^/?#]*@)?[^/?#@]*,/.test(text)) {
    throw new Error(
      'it has several hosts; name one, such as a proxy in front of them that leads to the primary',
    );
  }
  const url = URL.parse(text);
  if (url === null)
    throw new Error('it is not a URL; in a password, write special characters as in %40 for @');
  if (url.hostname === '') throw new Error('it has no host');
  // All URL parameters except schema, sslmode and sslrootcert are passed to the server as settings
  // of each session.
  const { schema = null, sslmode = 'prefer', ...others } = Object.fromEntries(url.searchParams);
  const { sslrootcert: sslRootCert = null, ...sessionSettings } = others;
  const sslMode = sslModes.find((known) => known === sslmode);
  const adviceFor = (name: string) =>
    /^sslc|^sslk/.test(name) ? ', and log in with a password' : '';
  const found = unsupported.filter((name) => name in sessionSettings);
  const faults = found.map(
    (name) => `its parameter ${name} is not supported; remove it${adviceFor(name)}`,
  );
  if (sslMode === undefined) faults.push(`its sslmode is none of ${sslModes.join(', ')}`);
  if (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    faults.push('its schema is not a name of lower-case letters, digits and _, up to 63 of them');
  }
  try {
    if (sslRootCert !== null) accessSync(sslRootCert, constants.R_OK);
  } catch {
    faults.push(`its sslrootcert names ${sslRootCert}, which is no file that this user may read`);
  }
  if (sslMode === undefined || faults.length > 0) throw new Error(faults.join('; '));
  url.search = '';
  return { url: url.href, schema, sslMode, sslRootCert, sessionSettings };
}
