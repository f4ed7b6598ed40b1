import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export type Certificate = { readonly cert: string; readonly key: string };

type Options = { readonly name?: string; readonly host?: string; readonly days?: number };

/**
 * Creates a self-signed certificate for a host (default: 127.0.0.1), which expires in some days
 * (default: 30), and its private key, as two files.
 */
export function createCertificate(folder: string, options: Options = {}): Certificate {
  const { name = 'server', host = 'IP:127.0.0.1', days = 30 } = options;
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const args = ['req', '-x509', ...newKey, '-days', String(days), '-subj', '/CN=localhost'];
  const names = ['-addext', `subjectAltName=${host}`, '-keyout', key, '-out', cert];
  const { status, stderr } = spawnSync('openssl', [...args, ...names], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return { cert, key };
}
