const sslModes = ['disable', 'prefer', 'require', 'verify-full'] as const;

export type PostgresAddress = {
  /** User, password, host, port and database, without parameters. */
  readonly url: string;
  /** null for the role's own search path. */
  readonly schema: string | null;
  readonly sslMode: (typeof sslModes)[number];
  /** A file with the certificate authority that signed the server's certificate. */
  readonly sslRootCert: string | null;
  /** The URL's other parameters: settings of the server for our sessions. */
  readonly sessionSettings: Readonly<Record<string, string>>;
};

/** Throws an Error that says what is wrong, without quoting the address: it may contain a password. */
export function parseAddress(text: string): PostgresAddress {
  if (!/^\s*postgres(?:ql)?:/i.test(text)) throw new Error('it begins with neither sqlite: nor postgres://');
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
  if (sslMode === undefined) throw new Error(`its sslmode is none of ${sslModes.join(', ')}`);
  if (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new Error('its schema is not a name of lower-case letters, digits and _, up to 63 of them');
  }
  url.search = '';
  return { url: url.href, schema, sslMode, sslRootCert: sslrootcert, sessionSettings };
}
