import type { PawstockClient } from '../../client/client.ts';
import type { PetId } from '../domain/item.ts';

const petIdMin = -(2n ** 63n);

/** The name of one pet, without reading those of all others. */
export async function nameOf(client: PawstockClient, petId: PetId): Promise<string | undefined> {
  const { names } = await client.listNames({ limit: 1, after: petId === petIdMin ? undefined : petId - 1n });
  return names.find((named) => named.petId === petId)?.name;
}
