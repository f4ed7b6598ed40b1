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

export function parseAddress(text: string): PostgresAddress | undefined {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const {
    schema = null,
    sslmode = 'prefer',
    sslrootcert = null,
    ...sessionSettings
  } = Object.fromEntries(url.searchParams);
  const sslMode = sslModes.find((known) => known === sslmode);
  if (sslMode === undefined || (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))) return undefined;
  url.search = '';
  return { url: url.href, schema, sslMode, sslRootCert: sslrootcert, sessionSettings };
}
