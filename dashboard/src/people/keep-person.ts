import type { ApiKey } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/all.ts';
import { changePeople } from '../session/people.ts';
import { canSeal, seal } from '../session/seal.ts';

/**
 * Why a device may not keep an API key behind a PIN; undefined if it may. A PIN stops a person, not
 * a copied disk, so only keys that can do little harm and that end by themselves are kept.
 */
export function whyNotKept({ scope, expiresAt }: Pick<ApiKey, 'scope' | 'expiresAt'>) {
  if (!canSeal()) return t('people.needsHttps');
  if (scope !== 'read' && scope !== 'write') return t('people.roleTooHigh');
  if (expiresAt === null) return t('people.needsExpiry');
  return undefined;
}

/** Keeps an API key on this device, encrypted with a PIN. */
export async function keepPerson(key: ApiKey, secret: string, pin: string): Promise<void> {
  const { id, name, scope, createdAt, expiresAt, requireVersion, rateLimit } = key;
  const kept = { id, name, scope, createdAt, expiresAt, requireVersion, rateLimit };
  const sealedSecret = await seal(secret, pin);
  const isStored = changePeople((known) => [
    ...known.filter((person) => person.key.id !== key.id),
    { key: kept, sealedSecret, wrongPins: 0 },
  ]);
  if (!isStored) throw new Error(t('people.noStorage'));
}
