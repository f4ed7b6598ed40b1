import type { PetId } from '../../../src/domain/item.ts';
import type { Outcome, Write } from '../../../src/domain/write.ts';

/** The rules of reservations in their plainest form, and a search for an order of operations that explains what callers were told. */

type Hold = { readonly items: readonly (readonly [PetId, number])[]; readonly expiresAtMs: number };

export type Shop = { readonly stock: ReadonlyMap<PetId, number>; readonly holds: ReadonlyMap<string, Hold> };

export type Step =
  | {
      readonly do: 'reserve';
      readonly id: string;
      readonly items: readonly (readonly [PetId, number])[];
      readonly forMs: number;
    }
  | { readonly do: 'release' | 'sell'; readonly id: string }
  | { readonly do: 'adjust'; readonly rows: readonly (readonly [PetId, number])[] }
  | { readonly do: 'set' | 'put'; readonly petId: PetId; readonly quantity: number }
  | { readonly do: 'remove'; readonly petId: PetId };

const base = { expected: null, reason: null, note: null } as const;

export function writeOf(step: Step): Write {
  const write = { key: 'shop', requestId: null, requireVersion: false, batch: true, idempotency: null };
  const none = { ...write, commands: [] };
  switch (step.do) {
    case 'reserve': {
      const items = step.items.map(([petId, quantity]) => ({ petId, quantity }));
      return { ...none, reservation: { kind: 'reserve', id: step.id, items, expiresInMs: step.forMs, note: null } };
    }
    case 'release':
      return { ...none, reservation: { kind: 'release', id: step.id } };
    case 'sell':
      return { ...none, reservation: { kind: 'sell', id: step.id, note: null } };
    case 'adjust':
      return { ...write, commands: step.rows.map(([petId, delta]) => ({ kind: 'adjust', petId, delta, ...base })) };
    case 'set':
      return { ...write, commands: [{ kind: 'set', petId: step.petId, quantity: step.quantity, ...base }] };
    case 'put':
      return {
        ...write,
        commands: [{ kind: 'put', petId: step.petId, quantity: step.quantity, status: 'available', ...base }],
      };
    case 'remove':
      return { ...write, commands: [{ kind: 'delete', petId: step.petId, ...base }] };
  }
}

/** What a caller learns: the code of a refusal, or the quantities that the change leaves behind. */
export function answerOf(outcome: Outcome): string {
  if (outcome.result === 'refused') return outcome.refusal.code;
  const told = outcome.body?.split(' ', 1)[0] ?? 'done';
  return [told, ...outcome.entries.map(({ petId, after }) => `${petId}=${after}`)].join(' ');
}

/** When the reservation that an outcome has made will end. */
export function expiryOf(outcome: Outcome): number | undefined {
  return outcome.result === 'applied' ? outcome.reservation?.after?.expiresAtMs : undefined;
}

/** How many of a pet are not reserved. The reservation `except` does not count. */
function freeOf({ stock, holds }: Shop, petId: PetId, except?: string): number {
  const held = [...holds].filter(([id]) => id !== except).flatMap(([, { items }]) => items);
  return (stock.get(petId) ?? 0) - held.reduce((sum, [held, quantity]) => sum + (held === petId ? quantity : 0), 0);
}

/** What a step at a moment must lead to. `expiresAtMs` is the expiry that the caller of a new reservation was told. */
function expected(before: Shop, step: Step, nowMs: number, expiresAtMs?: number): { answer: string; shop: Shop } {
  const holds = new Map([...before.holds].filter(([, hold]) => hold.expiresAtMs > nowMs));
  const stock = new Map(before.stock);
  const shop = { stock, holds };
  const refuse = (answer: string) => ({ answer, shop: before });
  const leave = (rows: readonly (readonly [PetId, number])[]) => {
    for (const [petId, quantity] of rows) stock.set(petId, quantity);
    return { answer: ['done', ...rows.map(([petId, quantity]) => `${petId}=${quantity}`)].join(' '), shop };
  };
  if (step.do === 'reserve') {
    for (const [petId, quantity] of step.items) {
      if (!stock.has(petId)) return refuse('pet_not_found');
      if (quantity > freeOf(shop, petId, step.id)) return refuse('insufficient_stock');
    }
    const answer = holds.has(step.id) ? 'replaced' : 'reserved';
    // The caller must be told the time that it asked for.
    const ends = expiresAtMs === nowMs + step.forMs ? expiresAtMs : Number.NaN;
    holds.set(step.id, { items: step.items, expiresAtMs: ends });
    return { answer: Number.isNaN(ends) ? 'expires at another time' : answer, shop };
  }
  if ('id' in step) {
    const hold = holds.get(step.id);
    if (hold === undefined) return refuse('reservation_not_found');
    if (step.do === 'sell' && hold.items.some(([petId, quantity]) => (stock.get(petId) ?? -1) < quantity)) {
      return refuse('insufficient_stock');
    }
    holds.delete(step.id);
    if (step.do === 'release') return { answer: 'done', shop };
    return leave(hold.items.map(([petId, quantity]) => [petId, (stock.get(petId) ?? 0) - quantity]));
  }
  if (step.do === 'adjust') {
    for (const [petId, delta] of step.rows) {
      if (!stock.has(petId)) return refuse('pet_not_found');
      if (delta < 0 && freeOf(shop, petId) + delta < 0) return refuse('insufficient_stock');
    }
    return leave(step.rows.map(([petId, delta]) => [petId, (stock.get(petId) ?? 0) + delta]));
  }
  const { petId } = step;
  if (step.do !== 'put' && !stock.has(petId)) return refuse('pet_not_found');
  if (step.do !== 'remove') return leave([[petId, step.quantity]]);
  stock.delete(petId);
  return { answer: `done ${petId}=null`, shop };
}

/** A step, its answer, and the times of its request and its response. */
export type Operation = {
  readonly step: Step;
  readonly answer: string;
  readonly expiresAtMs: number | undefined;
  readonly fromMs: number;
  readonly toMs: number;
};

/**
 * Whether there is an order of the operations, each at a moment between its request and its response, in which a
 * single caller would have been told the same. The store's clock does not go back between operations that change something.
 */
export function isLinearizable(start: Shop, operations: readonly Operation[]): boolean {
  const seen = new Set<string>();
  const search = (shop: Shop, nowMs: number, left: readonly Operation[]): boolean => {
    if (left.length === 0) return true;
    const state = `${nowMs} ${textOf(shop)} ${left.map((operation) => operations.indexOf(operation))}`;
    if (seen.has(state)) return false;
    seen.add(state);
    const endsFirstMs = Math.min(...left.map(({ toMs }) => toMs));
    return left
      .filter(({ fromMs }) => fromMs <= endsFirstMs)
      .some((operation) =>
        momentsOf(shop, operation, nowMs).some((atMs) => {
          const { answer, shop: after } = expected(shop, operation.step, atMs, operation.expiresAtMs);
          // A refusal stores nothing, so the store's clock may show an earlier time to the next operation.
          const afterMs = after === shop ? nowMs : atMs;
          return answer === operation.answer && search(after, afterMs, left.toSpliced(left.indexOf(operation), 1));
        }),
      );
  };
  return search(start, 0, operations);
}

/** The moments at which the outcome of an operation may change: the first possible one, the ends of reservations, and its own. */
function momentsOf({ holds }: Shop, { step, expiresAtMs, fromMs, toMs }: Operation, nowMs: number): number[] {
  const firstMs = Math.max(fromMs, nowMs);
  const ends = [...holds.values()].map((hold) => hold.expiresAtMs);
  const own = step.do === 'reserve' && expiresAtMs !== undefined ? [expiresAtMs - step.forMs] : [firstMs, ...ends];
  return own.filter((atMs) => atMs >= firstMs && atMs <= toMs);
}

function textOf({ stock, holds }: Shop): string {
  return [...stock, ...[...holds].map(([id, { expiresAtMs, items }]) => [id, expiresAtMs, items])].sort().join(';');
}
