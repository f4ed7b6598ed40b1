import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isSystemError } from './caught-error.ts';
import { type RawSettings, SettingsError } from './settings.ts';

/**
 * Reads and checks the files of the TLS certificate and its key. Throws a SettingsError with all
 * faults.
 */
export function loadTls({
  certFile,
  keyFile,
}: {
  readonly certFile: string;
  readonly keyFile: string;
}) {
  const faults: string[] = [];
  const load = <T>(setting: string, file: string, rule: string, parse: (pem: Buffer) => T) => {
    // An empty file name means that its setting is missing. `checkSettings` reports missing
    // settings.
    if (file === '') return undefined;
    try {
      const pem = readFileSync(file);
      return { pem, parsed: parse(pem) };
    } catch (error) {
      const fault = isSystemError(error)
        ? `a file that can be read; ${file} cannot (${error.code})`
        : `${rule}; ${file} is not`;
      faults.push(`${setting} must be ${fault}.`);
      return undefined;
    }
  };
  const cert = load(
    'TLS_CERT',
    certFile,
    'a certificate in PEM form',
    (pem) => new X509Certificate(pem),
  );
  const key = load(
    'TLS_KEY',
    keyFile,
    'a private key in PEM form without a passphrase',
    createPrivateKey,
  );
  if (cert === undefined || key === undefined) throw new SettingsError(faults);
  const pair = { cert: cert.pem, key: key.pem };
  if (!cert.parsed.checkPrivateKey(key.parsed)) {
    faults.push(
      `TLS_KEY must be the key of the certificate in TLS_CERT; ${keyFile} belongs to another one.`,
    );
  } else
    load('TLS_CERT', certFile, 'a certificate that TLS can use', () => createSecureContext(pair));
  if (faults.length > 0) throw new SettingsError(faults);
  return { ...pair, expiresAt: cert.parsed.validToDate };
}

export function tlsFaults({
  TLS_CERT: certFile = '',
  TLS_KEY: keyFile = '',
}: RawSettings): readonly string[] {
  try {
    loadTls({ certFile, keyFile });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}
