import type { Random } from '../random.ts';
import type { OwnerChange } from './owner-changes.ts';
import {
  type Change,
  type Filter,
  historyLimit,
  type ImportedRow,
  type Read,
  type Search,
  type State,
} from './reference.ts';

/** What clients ask for, as requests over HTTP. */
export type Intent =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'read'; readonly read: Read }
  | { readonly kind: 'owner'; readonly change: OwnerChange }
  | { readonly kind: 'shop'; readonly lowAt: number };

type Call = { readonly method: string; readonly path: string; readonly body?: unknown };

const petIds = [1, 2, 3, 4] as const;
const usualPetIds = [1, 2, 3] as const;
const reservationIds = ['r1', 'r2', 'r3', 'r4'] as const;
const names = ['Rex', 'Tom', 'Mia', 'Kim'] as const;
const barcodes = ['A-1', 'B-2'] as const;
const statuses = ['available', 'pending', 'sold'] as const;

const change = (one: Change): Intent => ({ kind: 'change', change: one });
const read = (one: Read): Intent => ({ kind: 'read', read: one });

/** The version that a client states, if any: mostly the right one, as it has just read it. */
function statedVersion(random: Random, petId: number, items: State['items']) {
  const version = items.get(petId)?.version;
  if (version === undefined || random.below(2) === 0) return {};
  return { version: version - (random.below(4) === 0 ? 1 : 0) };
}

/** What a till or the shop's site does next. */
export function nextOfTill(random: Random, { items, last }: State): Intent {
  const petId = random.pick(usualPetIds);
  const id = random.pick(reservationIds);
  const stated = statedVersion(random, petId, items);
  const choices: readonly (() => Intent)[] = [
    () => change({ do: 'set', petId, quantity: random.below(12), ...stated }),
    () => change({ do: 'set', petId, quantity: random.below(12), ...stated }),
    () => change({ do: 'adjust', petId, delta: random.below(9) - 4 }),
    () => change({ do: 'adjust', petId, delta: random.below(9) - 4, ...stated }),
    () => change({ do: 'batch', rows: someRows(random, 12) }),
    () =>
      change({ do: 'reserve', id, items: someRows(random, 4), expiresInS: 1 + random.below(8) }),
    () =>
      change({ do: 'reserve', id, items: someRows(random, 4), expiresInS: 1 + random.below(60) }),
    () => change({ do: 'extend', id, expiresInS: 1 + random.below(20) }),
    () => change({ do: 'release', id }),
    () => change({ do: 'sell', id }),
    () => change({ do: 'sell', id }),
    () => read({ do: 'list', filter: {} }),
    () => read({ do: 'list', filter: someFilter(random) }),
    () => read({ do: 'item', petId }),
    () => read({ do: 'details', petId }),
    () => read({ do: 'barcode', barcode: random.pick(barcodes) }),
    () => read({ do: 'history', petId }),
    () => read({ do: 'search', search: someSearch(random, last?.seq ?? 0) }),
    () => read({ do: 'reservation', id }),
    () => read({ do: 'reservations', limit: 1 + random.below(4), after: random.pick(['', 'r2']) }),
    () => read({ do: 'reserved' }),
  ];
  return random.pick(choices)();
}

function someFilter(random: Random): Filter {
  const filters: readonly (() => Filter)[] = [
    () => ({ status: random.pick(statuses) }),
    () => ({ minQuantity: random.below(8), maxQuantity: 4 + random.below(8) }),
    () => ({ low: random.below(2) === 0 }),
    () => ({ limit: 1 + random.below(3) }),
    () => ({ limit: 1 + random.below(2), after: random.below(3) }),
    () => ({ petIds: [random.pick(petIds), random.pick(petIds)] }),
  ];
  return random.pick(filters)();
}

function someSearch(random: Random, lastSeq: number): Search {
  const seq = 1 + random.below(lastSeq + 1);
  const limit = 1 + random.below(5);
  const searches: readonly (() => Search)[] = [
    () => ({ limit }),
    () => ({ limit, petId: random.pick(petIds) }),
    () => ({ limit, before: seq }),
    () => ({ limit, after: seq }),
    () => ({ limit, after: seq, petId: random.pick(petIds) }),
  ];
  return random.pick(searches)();
}

export function changeOfDetails(random: Random): Intent {
  const petId = random.pick(usualPetIds);
  const details = random.pick([
    { name: random.pick(names) },
    { name: random.pick(names) },
    { name: null },
    { barcode: random.pick(barcodes) },
    { barcode: null },
  ]);
  return change({ do: 'describe', petId, details });
}

export function readOfDetails(random: Random): Intent {
  const choices: readonly (() => Read)[] = [
    () => ({ do: 'details', petId: random.pick(usualPetIds) }),
    () => ({ do: 'all details' }),
    () => ({ do: 'all details' }),
    () => ({ do: 'all details' }),
    () => ({ do: 'barcode', barcode: random.pick(barcodes) }),
  ];
  return read(random.pick(choices)());
}

/** What several people ask for at once about one pet, which is described and removed meanwhile. */
export function rushOn(random: Random): Intent[] {
  const petId = random.pick(usualPetIds);
  const name = random.pick(names);
  return [
    change({ do: 'describe', petId, details: { name } }),
    change({ do: 'remove', petId }),
    read({ do: 'details', petId }),
    read({ do: 'details', petId }),
    read({ do: 'details', petId }),
    read({ do: 'all details' }),
    read({ do: 'list', filter: {} }),
  ];
}

/** What a user with an admin key does next. */
export function nextOfAdmin(random: Random, { items }: State): Intent {
  const petId = random.pick(usualPetIds);
  const status = random.pick(statuses);
  const stated = statedVersion(random, petId, items);
  const choices: readonly (() => Intent)[] = [
    () => change({ do: 'put', petId, quantity: random.below(12), status, ...stated }),
    () => change({ do: 'put', petId, quantity: random.below(12), status }),
    () => change({ do: 'put', petId: random.pick(petIds), quantity: random.below(12), status }),
    () => change({ do: 'remove', petId, ...stated }),
    () => change({ do: 'remove', petId: random.pick(petIds) }),
    () => changeOfDetails(random),
    () => changeOfDetails(random),
    () => readOfDetails(random),
    () => readOfDetails(random),
    () => read({ do: 'next id' }),
    () => read({ do: 'shop' }),
    () => read({ do: 'report' }),
    () => read({ do: 'report', petIds: [random.pick(petIds), random.pick(petIds)] }),
  ];
  return random.pick(choices)();
}

/** The rows of a file that somebody imports. */
export function someImport(random: Random): ImportedRow[] {
  const status = random.pick(statuses);
  return someRows(random, 12).map((row) => {
    const name = random.below(2) === 0 ? random.pick(names) : null;
    return { ...row, status, name };
  });
}

const endpointNames = ['shop', 'site'] as const;
const urls = ['https://a', 'https://b'] as const;

/** What the owner does next. `till` is the name of a till's key. */
export function nextOfOwner(random: Random, till: string, lastSeq: number): OwnerChange {
  const name = random.pick(endpointNames);
  const url = `${random.pick(urls)}.${name}.example/`;
  const choices: readonly (() => OwnerChange)[] = [
    () => newTillKey(random, till),
    () => newTillKey(random, till),
    () => ({ do: 'revoke key', name: till }),
    () => ({ do: 'rotate key', name: till, overlapS: random.pick([0, 2, 10]) }),
    () => ({ do: 'add endpoint', name, url }),
    () => ({ do: 'add endpoint', name, url }),
    () => ({ do: 'change endpoint', name, change: { paused: true } }),
    () => ({ do: 'change endpoint', name, change: { paused: false } }),
    () => ({ do: 'change endpoint', name, change: { paused: false } }),
    () => ({ do: 'change endpoint', name, change: { url } }),
    () => ({
      do: 'change endpoint',
      name,
      change: { petIds: random.pick([null, null, [1], [2, 3]]) },
    }),
    () => ({ do: 'rotate secret', name, overlapS: random.pick([0, 5, 60]) }),
    () => ({ do: 'rotate secret', name, overlapS: random.pick([5, 60]) }),
    () => ({ do: 'replay', name, after: Math.max(0, lastSeq - random.below(10)) }),
    () => ({ do: 'replay', name, after: random.below(lastSeq + 1) }),
    () => ({ do: 'remove endpoint', name }),
  ];
  return random.pick(choices)();
}

/** A key for a till, which is good for some seconds or for ever. */
function newTillKey(random: Random, name: string): OwnerChange {
  const expiresInS = random.below(2) === 0 ? 2 + random.below(20) : null;
  return { do: 'create key', name, expiresInS, requireVersion: random.below(5) === 0 };
}

/** How a till gets a key again: a new one, or a new secret if the owner has a key for it. */
export function keyForTill(random: Random, name: string): OwnerChange {
  if (random.below(2) === 0) return newTillKey(random, name);
  return { do: 'rotate key', name, overlapS: 0 };
}

function someRows(random: Random, quantityMax: number) {
  const chosen = usualPetIds.filter(() => random.below(2) === 0);
  const pets = chosen.length === 0 ? [random.pick(usualPetIds)] : chosen;
  return pets.map((petId) => ({ petId, quantity: 1 + random.below(quantityMax) }));
}

/** The request with which a client asks for something. */
export function requestFor(intent: Intent): Call {
  switch (intent.kind) {
    case 'read':
      return readRequest(intent.read);
    case 'change':
      return changeRequest(intent.change);
    case 'owner':
      return ownerRequest(intent.change);
    case 'shop':
      return { method: 'PATCH', path: '/shop', body: { lowAt: intent.lowAt } };
  }
}

function readRequest(read: Read): Call {
  switch (read.do) {
    case 'list':
      return { method: 'GET', path: `/inventory${queryOf(read.filter)}` };
    case 'search':
      return { method: 'GET', path: `/inventory/history${queryOf(read.search)}` };
    case 'all details':
      return { method: 'GET', path: '/inventory/details' };
    case 'barcode':
      return { method: 'GET', path: `/inventory/details?barcode=${read.barcode}` };
    case 'next id':
      return { method: 'GET', path: '/inventory/next-id' };
    case 'shop':
      return { method: 'GET', path: '/shop' };
    case 'report':
      return { method: 'GET', path: `/inventory/report${queryOf({ petIds: read.petIds })}` };
    case 'reservations': {
      const { limit, after } = read;
      return {
        method: 'GET',
        path: `/reservations${queryOf({ limit, after: after || undefined })}`,
      };
    }
    case 'item':
      return { method: 'GET', path: `/inventory/${read.petId}` };
    case 'details':
      return { method: 'GET', path: `/inventory/${read.petId}/details` };
    case 'history':
      return { method: 'GET', path: `/inventory/${read.petId}/history?limit=${historyLimit}` };
    case 'reservation':
      return { method: 'GET', path: `/reservations/${read.id}` };
    case 'reserved':
      return { method: 'GET', path: '/inventory/reserved' };
  }
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

function changeRequest(change: Change): Call {
  switch (change.do) {
    case 'set': {
      const { petId, quantity } = change;
      return { method: 'PATCH', path: `/inventory/${petId}`, body: { quantity } };
    }
    case 'adjust': {
      const { petId, delta } = change;
      return { method: 'POST', path: `/inventory/${petId}/adjustments`, body: { delta } };
    }
    case 'put': {
      const { petId, quantity, status } = change;
      return { method: 'PUT', path: `/inventory/${petId}`, body: { quantity, status } };
    }
    case 'remove':
      return { method: 'DELETE', path: `/inventory/${change.petId}` };
    case 'batch':
      return { method: 'PATCH', path: '/inventory', body: change.rows };
    case 'describe': {
      const { petId, details } = change;
      return { method: 'PATCH', path: `/inventory/${petId}/details`, body: details };
    }
    case 'reserve': {
      const { id, items, expiresInS } = change;
      return { method: 'PUT', path: `/reservations/${id}`, body: { items, expiresIn: expiresInS } };
    }
    case 'extend': {
      const body = { expiresIn: change.expiresInS };
      return { method: 'PATCH', path: `/reservations/${change.id}`, body };
    }
    case 'release':
      return { method: 'DELETE', path: `/reservations/${change.id}` };
    case 'sell':
      return { method: 'POST', path: `/reservations/${change.id}/sale`, body: {} };
  }
}

function ownerRequest(change: OwnerChange): Call {
  const { name } = change;
  switch (change.do) {
    case 'create key': {
      const expiresIn = change.expiresInS ?? undefined;
      const { requireVersion } = change;
      return { method: 'POST', path: '/keys', body: { name, expiresIn, requireVersion } };
    }
    case 'revoke key':
      return { method: 'DELETE', path: `/keys/${name}` };
    case 'rotate key':
      return { method: 'POST', path: `/keys/${name}/rotation`, body: { overlap: change.overlapS } };
    case 'add endpoint':
      return { method: 'POST', path: '/webhooks', body: { name, url: change.url } };
    case 'change endpoint':
      return { method: 'PATCH', path: `/webhooks/${name}`, body: change.change };
    case 'remove endpoint':
      return { method: 'DELETE', path: `/webhooks/${name}` };
    case 'rotate secret': {
      const body = { overlap: change.overlapS };
      return { method: 'POST', path: `/webhooks/${name}/rotation`, body };
    }
    case 'replay':
      return { method: 'POST', path: `/webhooks/${name}/replay`, body: { after: change.after } };
  }
}
