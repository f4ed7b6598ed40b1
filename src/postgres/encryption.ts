import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import type { PostgresAddress } from './address.ts';

/** How the driver is to encrypt, by the address's `sslmode` and `sslrootcert`. */
export function encryptionFor({ url, sslMode, sslRootCert }: PostgresAddress) {
  if (sslMode === 'disable') return false;
  if (sslMode !== 'verify-full' && sslRootCert === null) return sslMode;
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  const checked: ConnectionOptions = {
    ...(sslRootCert === null ? {} : { ca: readFileSync(sslRootCert, 'utf8') }),
    // Left to itself, Node takes a server that is named by its number for "localhost".
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  };
  return checked;
}
