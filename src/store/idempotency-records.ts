import type { LedgerEntry, SeqRange } from '@pawstock/shared/ledger-entry.ts';
import type { PetDetails } from '@pawstock/shared/pet-details.ts';
import type { ActionEffect } from '../domain/action.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { WebhookView } from '../domain/webhook.ts';
import type { Effect } from '../domain/write.ts';

/**
 * How the effect of a request is stored in an idempotency record: the range of its ledger entries,
 * a kind, and what the entries do not tell as a value in JSON. It is no response: the response to a
 * repeated request is made from the effect by the code that made the first one.
 *
 * A kind's value never changes its form. An effect that needs another form gets another kind.
 */
export type StoredEffect = SeqRange & {
  readonly kind: string;
  /** Null if the ledger entries tell everything. */
  readonly value: string | null;
};

/** The values in the JSON of each kind. A petId is a string, because JSON numbers are too short. */
type StoredValues = {
  readonly details: Omit<PetDetails, 'petId'> & { readonly petId: string };
  readonly reserved: StoredReservation;
  readonly replaced: StoredReservation;
  readonly changed: StoredReservation;
  readonly released: { readonly version: number };
  readonly none: { readonly version: number };
  readonly sold: { readonly version: number };
  readonly action: StoredActionEffect;
};

/** The effect of an action on an endpoint has the petIds of its filter. */
type WithPetIds<PetIdValue> =
  | Exclude<ActionEffect, { readonly kind: 'webhook' }>
  | { readonly kind: 'webhook'; readonly webhook: WebhookViewWith<PetIdValue> };

type WebhookViewWith<PetIdValue> = Omit<WebhookView, 'settings'> & {
  readonly settings: Omit<WebhookView['settings'], 'petIds'> & {
    readonly petIds: readonly PetIdValue[] | null;
  };
};

type StoredActionEffect = WithPetIds<string>;

function withPetIds<From, To>(
  effect: WithPetIds<From>,
  convert: (petIds: readonly From[]) => To[],
): WithPetIds<To> {
  if (effect.kind !== 'webhook') return effect;
  const { settings } = effect.webhook;
  const petIds = settings.petIds && convert(settings.petIds);
  return { kind: 'webhook', webhook: { ...effect.webhook, settings: { ...settings, petIds } } };
}

type StoredReservation = Omit<Reservation, 'items' | 'state'> & {
  readonly items: readonly { readonly petId: string; readonly quantity: number }[];
};

function stored<Kind extends keyof StoredValues>(kind: Kind, value: StoredValues[Kind]) {
  return { kind, value: JSON.stringify(value) };
}

/** What an idempotency record stores of an effect beside its ledger entries. */
export function storedEffect(effect: Effect): Omit<StoredEffect, keyof SeqRange> {
  switch (effect.kind) {
    case 'pet':
    case 'batch':
    case 'import':
      return { kind: effect.kind, value: null };
    case 'details': {
      const petId = String(effect.details.petId);
      return stored('details', { ...effect.details, petId });
    }
    case 'reservation':
      if ('reservation' in effect)
        return stored(effect.change, storedReservation(effect.reservation));
      return stored(effect.change, { version: effect.version });
  }
}

export function storedActionEffect(effect: ActionEffect): Omit<StoredEffect, keyof SeqRange> {
  return stored(
    'action',
    withPetIds(effect, (petIds) => petIds.map(String)),
  );
}

/** The effect of a write; null if the record is that of another kind of request. */
export function effectOf(
  { kind, value }: StoredEffect,
  entries: readonly LedgerEntry[],
): Effect | null {
  switch (kind) {
    case 'pet': {
      const [entry] = entries;
      if (entry === undefined) throw new Error('an idempotency record has no ledger entry');
      return { kind, entry };
    }
    case 'batch':
      return { kind, entries };
    case 'details': {
      const { petId, ...details } = parsed(kind, value);
      return { kind, details: { ...details, petId: BigInt(petId) } };
    }
    case 'reserved':
    case 'replaced':
    case 'changed': {
      const reservation = reservationFrom(parsed(kind, value));
      return { kind: 'reservation', change: kind, reservation };
    }
    case 'released':
    case 'none':
      return { kind: 'reservation', change: kind, version: parsed(kind, value).version };
    case 'sold':
      return { kind: 'reservation', change: kind, version: parsed(kind, value).version, entries };
    default:
      return null;
  }
}

/** The effect of an action; null if the record is that of another kind of request. */
export function actionEffectOf({ kind, value }: StoredEffect): ActionEffect | null {
  if (kind !== 'action') return null;
  return withPetIds(parsed(kind, value), (petIds) => petIds.map(BigInt));
}

/**
 * Reads a value that `stored` has written. It is not checked: a kind's value never changes its form.
 */
function parsed<Kind extends keyof StoredValues>(
  kind: Kind,
  value: string | null,
): StoredValues[Kind] {
  if (value === null) throw new Error(`an idempotency record of kind ${kind} has no value`);
  return JSON.parse(value) as StoredValues[Kind];
}

function storedReservation(reservation: Reservation): StoredReservation {
  const { id, items, expiresAtMs, createdAtMs, key, keyId, note, revision } = reservation;
  const storedItems = items.map(({ petId, quantity }) => ({ petId: String(petId), quantity }));
  return { id, items: storedItems, expiresAtMs, createdAtMs, key, keyId, note, revision };
}

/** A reservation that was just reserved, replaced or changed is active. */
function reservationFrom({ items, ...terms }: StoredReservation): Reservation {
  const readItems = items.map(({ petId, quantity }) => ({ petId: BigInt(petId), quantity }));
  return { ...terms, items: readItems, state: 'active' };
}
