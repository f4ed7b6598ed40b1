import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorMessage, systemErrorCode } from '../caught-error.ts';
import { activeSecrets, type WebhookSettings } from '../domain/webhook.ts';
import { deliveryFailures } from '../domain/webhook-attempt.ts';
import type { Platform } from '../platform.ts';
import { DeliveryError } from './delivery-error.ts';

/**
 * The key that encrypts webhook secrets in the store; undefined if the operator has set none:
 * docs/decisions/0023.
 */
export type SecretKey = Uint8Array | undefined;

const keyCharactersMin = 32;

/**
 * Reads the key for webhook secrets from the file that WEBHOOK_KEY names. Throws if the file is
 * unusable.
 */
export function readSecretKey(file: string): Uint8Array {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`it cannot be read (${systemErrorCode(error) ?? errorMessage(error)})`);
  }
  if (text.length >= keyCharactersMin) return hash('sha256', text, 'buffer');
  throw new Error(`it has fewer than ${keyCharactersMin} characters`);
}

/**
 * Creates a webhook secret in the form of Standard Webhooks. Its prefix lets code scanners find
 * leaks.
 */
export function newWebhookSecret({ randomBytes }: Randomness): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

type Randomness = Pick<Platform, 'randomBytes'>;

const cipher = 'aes-256-gcm';
const sealedPrefix = 'sealed:';
const ivBytes = 12;
const tagBytes = 16;

/**
 * A webhook secret as stored: encrypted and bound to its endpoint if WEBHOOK_KEY is set, otherwise
 * in plain text.
 */
export function sealSecret(
  secret: string,
  id: string,
  key: SecretKey,
  { randomBytes }: Randomness,
): string {
  if (key === undefined) return secret;
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, key, iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([
    iv,
    encryption.update(secret, 'utf8'),
    encryption.final(),
    encryption.getAuthTag(),
  ]);
  return sealedPrefix + sealed.toString('base64');
}

type Secrets = Pick<WebhookSettings, 'id' | 'secret' | 'previousSecrets'>;

/** The secrets that sign a message: the older ones whose overlap goes on, too. */
export function openSecrets(settings: Secrets, key: SecretKey, nowMs: number): Buffer[] {
  const { id, secret } = settings;
  const older = activeSecrets(settings, nowMs).map((previous) => previous.secret);
  return [secret, ...older.toReversed()].map((one) => openSecret({ id, secret: one }, key));
}

/**
 * Decrypts a webhook secret. Throws a DeliveryError that says what to do if the key is missing or wrong.
 */
export function openSecret(
  { id, secret }: { readonly id: string; readonly secret: string },
  key: SecretKey,
): Buffer {
  if (!secret.startsWith(sealedPrefix)) return bytesOf(secret);
  if (key === undefined) throw new DeliveryError(deliveryFailures.secretIsEncrypted);
  const sealed = Buffer.from(secret.slice(sealedPrefix.length), 'base64');
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return bytesOf(
      decryption.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') +
        decryption.final('utf8'),
    );
  } catch {
    throw new DeliveryError(deliveryFailures.wrongSecretKey);
  }
}

function bytesOf(secret: string): Buffer {
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}
