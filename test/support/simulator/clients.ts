import type { Random } from '../random.ts';
import type { OwnerChange } from './owner-changes.ts';
import { type Change, historyLimit, type Read } from './reference.ts';

/** What clients ask for, as requests over HTTP. */
export type Intent =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'read'; readonly read: Read }
  | { readonly kind: 'owner'; readonly change: OwnerChange };

type Call = { readonly method: string; readonly path: string; readonly body?: unknown };

const petIds = [1, 2, 3] as const;
const reservationIds = ['r1', 'r2', 'r3', 'r4'];

/** What a till or the shop's site does next. */
export function nextOfTill(random: Random): Intent {
  const petId = random.pick(petIds);
  const id = random.pick(reservationIds);
  const change = (one: Change): Intent => ({ kind: 'change', change: one });
  const read = (one: Read): Intent => ({ kind: 'read', read: one });
  const choices: readonly (() => Intent)[] = [
    () => change({ do: 'set', petId, quantity: random.below(12) }),
    () => change({ do: 'set', petId, quantity: random.below(12), version: 1 + random.below(40) }),
    () => change({ do: 'adjust', petId, delta: random.below(9) - 4 }),
    () => change({ do: 'adjust', petId, delta: random.below(9) - 4 }),
    () => change({ do: 'batch', rows: someRows(random, 12) }),
    () =>
      change({ do: 'reserve', id, items: someRows(random, 4), expiresInS: 1 + random.below(8) }),
    () =>
      change({ do: 'reserve', id, items: someRows(random, 4), expiresInS: 1 + random.below(60) }),
    () => change({ do: 'extend', id, expiresInS: 1 + random.below(20) }),
    () => change({ do: 'release', id }),
    () => change({ do: 'sell', id }),
    () => change({ do: 'sell', id }),
    () => read({ do: 'list' }),
    () => read({ do: 'item', petId }),
    () => read({ do: 'details', petId }),
    () => read({ do: 'history', petId }),
    () => read({ do: 'reservation', id }),
    () => read({ do: 'reserved' }),
  ];
  return random.pick(choices)();
}

export function changeOfDetails(random: Random): Intent {
  const name = random.pick(['Rex', 'Tom', 'Mia', 'Kim']);
  return { kind: 'change', change: { do: 'describe', petId: random.pick(petIds), name } };
}

export function readOfDetails(random: Random): Intent {
  return { kind: 'read', read: { do: 'details', petId: random.pick(petIds) } };
}

/** What a user with an admin key does next. */
export function nextOfAdmin(random: Random): Intent {
  const petId = random.pick(petIds);
  const change = (one: Change): Intent => ({ kind: 'change', change: one });
  const status = random.pick(['available', 'pending', 'sold']);
  const choices: readonly (() => Intent)[] = [
    () => change({ do: 'put', petId, quantity: random.below(12), status }),
    () => change({ do: 'put', petId, quantity: random.below(12), status }),
    () => change({ do: 'remove', petId }),
    () => changeOfDetails(random),
    () => changeOfDetails(random),
    () => readOfDetails(random),
  ];
  return random.pick(choices)();
}

const endpointNames = ['shop', 'site'] as const;
const urls = ['https://a', 'https://b'] as const;

/** What the owner does next. `till` is the name of a till's key. */
export function nextOfOwner(random: Random, till: string): OwnerChange {
  const name = random.pick(endpointNames);
  const url = `${random.pick(urls)}.${name}.example/`;
  const choices: readonly (() => OwnerChange)[] = [
    () => ({ do: 'create key', name: till, expiresInS: null }),
    () => ({ do: 'create key', name: till, expiresInS: 2 + random.below(20) }),
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
    () => ({ do: 'replay', name, after: random.below(60) }),
    () => ({ do: 'remove endpoint', name }),
  ];
  return random.pick(choices)();
}

function someRows(random: Random, quantityMax: number) {
  const chosen = petIds.filter(() => random.below(2) === 0);
  const pets = chosen.length === 0 ? [random.pick(petIds)] : chosen;
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
  }
}

function readRequest(read: Read): Call {
  switch (read.do) {
    case 'list':
      return { method: 'GET', path: '/inventory' };
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
      const { petId, name } = change;
      return { method: 'PATCH', path: `/inventory/${petId}/details`, body: { name } };
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
      return { method: 'POST', path: '/keys', body: { name, expiresIn } };
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
