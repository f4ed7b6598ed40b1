/** A pet of the stock that every server begins with. The petIds count from 1. */
export type Pet = { readonly petId: number; readonly quantity: number; readonly status: string };

const statuses = ['available', 'available', 'pending', 'sold'];

/**
 * All quantities have seven digits, so the JSON list of the pets always has the same number of
 * bytes.
 */
export function petOf(petId: number): Pet {
  const status = statuses[petId % statuses.length] ?? 'available';
  return { petId, quantity: firstQuantity - 1 - (petId % 900_000), status };
}

/**
 * The first quantity that a PATCH of the benchmark sends. All quantities of the initial stock are
 * lower.
 */
export const firstQuantity = 2_000_000;

export function stockOf(pets: number): Pet[] {
  return Array.from({ length: pets }, (_, index) => petOf(index + 1));
}

/** The stock with a name and a barcode for each pet. */
export function describedCsvOf(pets: number): string {
  const rows = stockOf(pets).map(
    ({ petId, quantity, status }) =>
      `${petId},${quantity},${status},Goldfish no. ${petId},PET-${String(petId).padStart(9, '0')}\n`,
  );
  return `petId,quantity,status,name,barcode\n${rows.join('')}`;
}

export function csvOf(pets: number): string {
  const rows = stockOf(pets).map(
    ({ petId, quantity, status }) => `${petId},${quantity},${status}\n`,
  );
  return `petId,quantity,status\n${rows.join('')}`;
}
