import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export type Certificate = { readonly cert: string; readonly key: string };

/** Creates a certificate for 127.0.0.1 and localhost that signs itself, with its key, as files called `name`. */
export function createCertificate(folder: string, name = 'server', days = 30): Certificate {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const args = ['req', '-x509', ...newKey, '-days', `${days}`, '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-keyout', key, '-out', cert];
  const { status, stderr } = spawnSync('openssl', [...args, ...names], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return { cert, key };
}
