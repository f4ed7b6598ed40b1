import type { ApiKey } from 'pawstock-client/inventory-types.ts';
import { canKeep, openDatabase } from './database.ts';

/**
 * The API keys that the service has accepted on this device, so that their owners can sign in
 * without a network. A digest of a key is enough to recognise it: a key has too many random bits for
 * anybody to find one with the same digest.
 */

export async function rememberKey(secret: string, key: ApiKey): Promise<void> {
  if (!canKeep()) return;
  const database = await openDatabase();
  await database.put('keys', { digest: await digestOf(secret), key });
}

/** What the service last said about an API key on this device; undefined if it has never been used. */
export async function findKnownKey(secret: string): Promise<ApiKey | undefined> {
  if (!canKeep()) return undefined;
  const database = await openDatabase();
  const known = await database.get('keys', await digestOf(secret));
  return known?.key;
}

async function digestOf(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
  return Array.from(new Uint8Array(digest), hexOf).join('');
}
