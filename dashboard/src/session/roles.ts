import type { ApiKey } from '../../../client/inventory-types.ts';
import type { Options } from '../ui/segmented-control.tsx';

type Scope = ApiKey['scope'];

/** What an owner calls the scopes of keys. Each role includes the ones before it. */
export const roles: Options<Scope> = [
  ['read', 'Only looks', 'Sees, searches, exports and prints the stock and its history.'],
  ['write', 'Sells and counts', 'Changes quantities: at the till, in the stock room, from a spreadsheet or a program.'],
  ['admin', 'Also edits pets', 'Adds, names and removes pets, and marks them as pending or sold.'],
  ['owner', 'Owner', 'Does everything, and manages keys and webhooks. For people you trust with the whole shop.'],
];

export function roleName(scope: Scope): string {
  return roles.find(([known]) => known === scope)?.[1] ?? scope;
}
