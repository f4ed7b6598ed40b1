import type { PetStatus } from '@pawstock/shared/item.ts';
import type { Reason } from '@pawstock/shared/ledger-entry.ts';

/** A sample pet with today's quantity. Barcodes that begin with 2 are reserved for use within a shop. */
export type SamplePet = readonly [
  name: string,
  barcode: string,
  quantity: number,
  status?: PetStatus | 'slow',
];

export const samplePets: readonly SamplePet[] = [
  ['Budgerigar', '2000000000015', 12],
  ['Cockatiel', '2000000000022', 4],
  ['African grey parrot', '2000000000039', 0, 'sold'],
  ['Syrian hamster', '2000000000046', 7],
  ['Neon tetra', '2000000000053', 31],
  ['Holland lop rabbit', '2000000000060', 2, 'pending'],
  ['Zebra finch', '2000000000077', 18],
  ['Bearded dragon', '2000000000084', 1],
  ['Guinea pig', '2000000000091', 9],
  ['Guppy', '2000000000107', 55],
  ['Leopard gecko', '2000000000114', 3],
  ['Corn snake', '2000000000121', 0, 'sold'],
  ['Goldfish', '2000000000138', 26],
  ['Dwarf hamster', '2000000000145', 6],
  ['Canary', '2000000000152', 14],
  ['Angelfish', '2000000000169', 8, 'slow'],
  ['Maine Coon kitten', '2000000000176', 1, 'pending'],
  ['Cherry shrimp', '2000000000183', 40],
  ['Chinchilla', '2000000000190', 5, 'slow'],
  ['Platy', '2000000000206', 11],
  ['Labrador puppy', '2000000000213', 0, 'sold'],
  ['Ramshorn snail', '2000000000220', 22],
  ["Hermann's tortoise", '2000000000237', 3, 'slow'],
  ['Cardinal tetra', '2000000000244', 64],
  ['Ferret', '2000000000251', 2],
];

/** A change of stock, such as a sale, by an API key. */
export type Trade = readonly [key: string, reason: Reason, delta: number];

/** The changes that the history of each sample pet repeats in turn. The first is a sale. */
export const trades: readonly Trade[] = [
  ['till', 'sale', -1],
  ['web-shop', 'sale', -2],
  ['till', 'sale', -1],
  ['till', 'return', 1],
  ['web-shop', 'sale', -1],
  ['back-office', 'count', -1],
  ['till', 'sale', -3],
  ['back-office', 'damage', -1],
  ['back-office', 'died', -1],
  ['till', 'sale', -2],
];
