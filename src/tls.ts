import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { RawSettings } from './settings.ts';

/** Reads and checks both files. Throws an Error that names the setting and the file. */
export function loadTls({ certFile, keyFile }: { readonly certFile: string; readonly keyFile: string }) {
  const { cert, certificate } = readCertificate(certFile);
  const { key, privateKey } = readKey(keyFile);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`TLS_KEY must be the key of the certificate in TLS_CERT; ${keyFile} belongs to another one.`);
  }
  parse('TLS_CERT', certFile, 'a certificate that TLS can use', () => createSecureContext({ cert, key }));
  return { cert, key, expiresAt: certificate.validToDate };
}

/** What is wrong with the files that these settings name: the faults of both, so that they can be mended at once. */
export function tlsFaults({ TLS_CERT: certFile, TLS_KEY: keyFile }: RawSettings): string[] {
  const certFaults = certFile ? faultsIn(() => readCertificate(certFile)) : [];
  const keyFaults = keyFile ? faultsIn(() => readKey(keyFile)) : [];
  const faults = [...certFaults, ...keyFaults];
  return faults.length === 0 && certFile && keyFile ? faultsIn(() => loadTls({ certFile, keyFile })) : faults;
}

function faultsIn(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function readCertificate(file: string) {
  const cert = read('TLS_CERT', file);
  return { cert, certificate: parse('TLS_CERT', file, 'a certificate in PEM form', () => new X509Certificate(cert)) };
}

function readKey(file: string) {
  const key = read('TLS_KEY', file);
  const rule = 'a private key in PEM form without a passphrase';
  return { key, privateKey: parse('TLS_KEY', file, rule, () => createPrivateKey(key)) };
}

function read(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${setting} must be a file that can be read; ${file} cannot (${code}).`);
  }
}

function parse<T>(setting: string, file: string, rule: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new Error(`${setting} must be ${rule}; ${file} is not.`);
  }
}
