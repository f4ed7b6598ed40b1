import { randomUUID } from 'node:crypto';
import { decideCreate, type KeyTerms } from '../../src/domain/api-key.ts';
import { digestOf, newSecret } from '../../src/domain/key-secret.ts';
import type { Store } from '../../src/store/store.ts';

type Terms = Partial<KeyTerms> & { readonly name?: string };

/** Stores a new key and returns its secret. */
export async function createKey(store: Store, { name = randomUUID(), ...terms }: Terms = {}): Promise<string> {
  const secret = newSecret();
  const key = { id: randomUUID(), name, digest: digestOf(secret), nowMs: Date.now() };
  const refusal = await store.changeKeys(name, (named) =>
    decideCreate(named, key, { scope: 'admin', requireVersion: false, rateLimit: null, expiresAtMs: null, ...terms }),
  );
  if (refusal !== undefined) throw new Error(refusal);
  return secret;
}
