const sslModes = ['disable', 'prefer', 'require', 'verify-full'] as const;

export type PostgresAddress = {
  /** What the driver is given. */
  readonly url: string;
  /** null for the role's own search path. */
  readonly schema: string | null;
  readonly sslMode: (typeof sslModes)[number];
  /** A file with the authority that signed the server's certificate. */
  readonly sslRootCert: string | null;
};

/** Takes our own parameters out of the URL: the driver would hand them on to the server. */
export function parseAddress(text: string): PostgresAddress | undefined {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  };
  const [schema, mode, sslRootCert] = [take('schema'), take('sslmode') ?? 'prefer', take('sslrootcert')];
  const sslMode = sslModes.find((known) => known === mode);
  if (sslMode === undefined || (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))) return undefined;
  return { url: url.href, schema, sslMode, sslRootCert };
}
