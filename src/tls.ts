import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { SettingsError } from './settings.ts';

/** Reads and checks both files. Throws a SettingsError that names the setting and the file. */
export function loadTls({ certFile, keyFile }: { readonly certFile: string; readonly keyFile: string }) {
  const cert = read('TLS_CERT', certFile);
  const key = read('TLS_KEY', keyFile);
  const certificate = parse('TLS_CERT', certFile, 'a certificate in PEM form', () => new X509Certificate(cert));
  const privateKey = parse('TLS_KEY', keyFile, 'a private key in PEM form without a passphrase', () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new SettingsError([
      `TLS_KEY must be the key of the certificate in TLS_CERT; ${keyFile} belongs to another one.`,
    ]);
  }
  parse('TLS_CERT', certFile, 'a certificate that TLS can use', () => createSecureContext({ cert, key }));
  return { cert, key, expiresAt: certificate.validToDate };
}

function read(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError([`${setting} must be a file that can be read; ${file} cannot (${code}).`]);
  }
}

function parse<T>(setting: string, file: string, rule: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new SettingsError([`${setting} must be ${rule}; ${file} is not.`]);
  }
}
