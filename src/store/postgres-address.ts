import { accessSync, constants } from 'node:fs';

const sslModes = ['disable', 'prefer', 'require', 'verify-full'] as const;

export type PostgresAddress = {
  /** User, password, host, port and database, without parameters. */
  readonly url: string;
  /** The role's own search path applies if this is null. */
  readonly schema: string | null;
  readonly sslMode: (typeof sslModes)[number];
  /** A file with the certificate authority that signed the server's certificate. */
  readonly sslRootCert: string | null;
  /** The other parameters of the URL, which the server takes as settings of our sessions. */
  readonly sessionSettings: Readonly<Record<string, string>>;
};

/** Parameters of libpq that we do not support. A server would only say that it does not know such a setting. */
const unsupported = ['sslcert', 'sslkey', 'sslpassword', 'passfile', 'channel_binding', 'target_session_attrs'];

/** Throws an Error that names every fault. It does not quote the address, which may contain a password. */
export function parseAddress(text: string): PostgresAddress {
  if (!/^\s*postgres(?:ql)?:/i.test(text)) throw new Error('it begins with neither sqlite: nor postgres://');
  if (/\/\/(?:[^/?#]*@)?[^/?#@]*,/.test(text)) {
    throw new Error('it has several hosts; name one, such as a proxy in front of them that leads to the primary');
  }
  const url = URL.parse(text);
  if (url === null) throw new Error('it is not a URL; in a password, write special characters as in %40 for @');
  if (url.hostname === '') throw new Error('it has no host');
  const {
    schema = null,
    sslmode = 'prefer',
    sslrootcert = null,
    ...sessionSettings
  } = Object.fromEntries(url.searchParams);
  const sslMode = sslModes.find((known) => known === sslmode);
  const faults = unsupported
    .filter((name) => name in sessionSettings)
    .map(
      (name) =>
        `its parameter ${name} is not supported; remove it${/^sslc|^sslk/.test(name) ? ', and log in with a password' : ''}`,
    );
  if (sslMode === undefined) faults.push(`its sslmode is none of ${sslModes.join(', ')}`);
  if (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    faults.push('its schema is not a name of lower-case letters, digits and _, up to 63 of them');
  }
  try {
    if (sslrootcert !== null) accessSync(sslrootcert, constants.R_OK);
  } catch {
    faults.push(`its sslrootcert names ${sslrootcert}, which is no file that this user may read`);
  }
  if (sslMode === undefined || faults.length > 0) throw new Error(faults.join('; '));
  url.search = '';
  return { url: url.href, schema, sslMode, sslRootCert: sslrootcert, sessionSettings };
}
