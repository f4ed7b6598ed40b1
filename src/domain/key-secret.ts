import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A key's secret: `paw_`, 43 random base-62 characters (256 bits), and a 6-character checksum of what precedes it. The
 * prefix lets scanners find leaked keys, and the checksum tells a mistyped key from a revoked one without a look-up.
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

/** Whether it looks like a secret at all. */
export function hasForm(secret: string): boolean {
  return form.test(secret);
}

/** Whether it is one that we could have made: its checksum is right. */
export function isWellFormed(secret: string): boolean {
  return hasForm(secret) && secret.endsWith(checksum(secret.slice(0, -checksumLength)));
}

const within = new RegExp(`paw_[0-9A-Za-z]{${randomLength + checksumLength}}`, 'g');

/** A text that callers may have put a key into by mistake, fit to be written down. */
export function withoutSecrets(text: string): string {
  return text.includes('paw_') ? text.replaceAll(within, 'paw_…') : text;
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
