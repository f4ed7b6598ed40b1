import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A key's secret: `paw_`, 43 random base-62 characters (256 bits), and a 6-character checksum of what precedes it. The
 * prefix lets scanners find leaked keys, and the checksum tells a mistyped key from a revoked one: docs/decisions/0008.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checksumLength = 6;
const form = new RegExp(`^paw_[0-9A-Za-z]{${randomLength + checksumLength}}$`);

export function newSecret(): string {
  let body = 'paw_';
  for (let i = 0; i < randomLength; i++) body += alphabet[randomInt(alphabet.length)];
  return body + checksum(body);
}

/** Whether a text has the form of a secret. */
export function looksLikeSecret(secret: string): boolean {
  return form.test(secret);
}

/** Whether a text has the form of a secret, and its checksum is right. */
export function hasValidChecksum(secret: string): boolean {
  return looksLikeSecret(secret) && secret.endsWith(checksum(secret.slice(0, -checksumLength)));
}

const secretPattern = new RegExp(`paw_[0-9A-Za-z]{${randomLength + checksumLength}}`, 'g');

/** Replaces API keys in a text before it is logged: callers put them into paths by mistake. */
export function redactSecrets(text: string): string {
  return text.includes('paw_') ? text.replaceAll(secretPattern, 'paw_…') : text;
}

/** All that is ever stored of a secret. It has 256 random bits, so no salt or slow hash is needed. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < checksumLength; i++) {
    out = alphabet[rest % alphabet.length] + out;
    rest = Math.floor(rest / alphabet.length);
  }
  return out;
}
