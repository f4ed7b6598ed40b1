import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type Details, noDetails } from '../../../../src/domain/pet-details.ts';
import { changeEndpoint, isLive, noteEntries, settledBeforeDetails } from './deliveries.ts';
import {
  type Entry,
  type Expected,
  type Item,
  type Key,
  type Model,
  operation,
  type Plan,
  type Planner,
  plans,
  refuse,
} from './model.ts';

/** Writes to the stock and to the details of pets. */

export const petId = fc.constantFrom(1, 1, 2, 3);
export const reason = fc.constantFrom('sale', 'arrival', 'return', 'adjustment', 'count', 'damage');
const quantity = fc.nat(8);
const status = fc.constantFrom('available', 'pending', 'sold');
const delta = fc.integer({ min: -4, max: 3 });
const remarks = fc.record({ reason, note: fc.constantFrom('n', 'é') }, { requiredKeys: [] });
type Remarks = { readonly reason?: string; readonly note?: string };

const detailsUpdate = fc.record(
  {
    name: fc.constantFrom('Rex', 'Tom', null),
    barcode: fc.constantFrom('b1', 'b1', 'b1', 'b2', null),
    lowAt: fc.constantFrom(1, 4, null),
  },
  { requiredKeys: [] },
);

/** Which version a write names. */
export type Expectation = 'none' | 'current' | 'stale' | 'any' | 'weak' | 'absent';
export const expectation = fc.constantFrom<Expectation>(
  ...(['none', 'none', 'none', 'current', 'current', 'stale', 'any', 'weak'] as const),
);

type ExpectedVersion = readonly number[] | '*' | null;

function expectedVersion(model: Model, pet: number, which: Expectation): ExpectedVersion {
  const version = model.items.get(pet)?.version ?? 1;
  if (which === 'none') return null;
  if (which === 'any') return '*';
  if (which === 'weak') return [];
  return which === 'current' ? [version] : which === 'absent' ? [0] : [version + 1];
}

function versionHeaders(model: Model, pet: number, which: Expectation): Record<string, string> {
  if (which === 'none') return {};
  if (which === 'absent') return { 'if-none-match': '*' };
  const [version] = expectedVersion(model, pet, which === 'weak' ? 'current' : which) ?? [];
  return { 'if-match': which === 'any' ? '*' : `${which === 'weak' ? 'W/' : ''}"${version}"` };
}

type Command = Remarks & {
  readonly kind: 'set' | 'adjust' | 'put' | 'delete' | 'details';
  readonly petId: number;
  readonly expected: ExpectedVersion;
  readonly quantity?: number;
  readonly delta?: number;
  readonly status?: string;
  readonly details?: Partial<Details>;
};

function checkCommand(
  model: Model,
  by: Key,
  { kind, petId: pet, expected, delta: change = 0 }: Command,
  isBatch: boolean,
): void {
  const item = model.items.get(pet);
  const adds = item === undefined && kind === 'put';
  if (by.requireVersion && expected === null && !adds) refuse('precondition_required');
  if (item === undefined && !adds) refuse('pet_not_found');
  const isThere = expected === '*' ? item !== undefined : expected?.includes(item?.version ?? 0);
  if (isThere === false) refuse('version_mismatch', { etag: item && !isBatch ? `"${item.version}"` : null });
  if (kind !== 'adjust' || item === undefined) return;
  if (change < 0 && item.quantity - model.held(pet) < -change) refuse('insufficient_stock');
  if (item.quantity + change > Number.MAX_SAFE_INTEGER) refuse('invalid_value');
}

/** All commands, or none. */
function write(model: Model, by: Key, commands: readonly Command[], isBatch = false): Entry[] {
  for (const command of commands) checkCommand(model, by, command, isBatch);
  const details = new Map(model.details);
  for (const { kind, petId: pet, details: update } of commands) {
    if (kind === 'delete') details.delete(pet);
    else if (update !== undefined) details.set(pet, { ...noDetails, ...details.get(pet), ...update });
  }
  const barcodes = [...details.values()].flatMap(({ barcode }) => barcode ?? []);
  if (new Set(barcodes).size < barcodes.length) refuse('barcode_taken');
  const before = new Map(model.details);
  model.details.clear();
  for (const [pet, one] of details) if (Object.values(one).some((value) => value !== null)) model.details.set(pet, one);
  if (!isDeepStrictEqual(model.details, before)) {
    model.detailsRevision++;
    model.detailsBefore = before;
    // What is low is decided when it is sent.
    for (const endpoint of model.endpoints.filter(isLive)) changeEndpoint(model, endpoint, {});
  }
  const entries = commands
    .filter(({ kind }) => kind !== 'details')
    .map(({ kind, petId: pet, reason: why = null, note = null, ...command }) => {
      const item = model.items.get(pet);
      const before = item?.quantity ?? null;
      const after = kind === 'delete' ? null : (command.quantity ?? (before ?? 0) + (command.delta ?? 0));
      const label = command.status ?? item?.status ?? '';
      return model.append(by, { petId: pet, kind, before, after, status: label, reason: why, note });
    });
  noteEntries(model, entries);
  return entries;
}

export const itemBody = (pet: number, { quantity: count, status: label }: Item) => ({
  petId: pet,
  quantity: count,
  status: label,
});

function itemResponse(model: Model, pet: number, code: number, headers: Expected['headers'] = {}): Expected {
  const item = model.items.get(pet) as Item;
  return { status: code, body: itemBody(pet, item), headers: { etag: `"${item.version}"`, ...headers } };
}

export const detailsBody = (model: Model, pet: number) => ({ petId: pet, ...noDetails, ...model.details.get(pet) });

const single =
  (pet: number, which: Expectation, body: object | undefined, command: Omit<Command, 'petId' | 'expected'>): Planner =>
  (model): Plan => {
    const full: Command = { ...command, petId: pet, expected: expectedVersion(model, pet, which) };
    return {
      param: pet,
      ...(body && { body }),
      headers: versionHeaders(model, pet, which),
      ...((command.kind === 'delete' || command.kind === 'details') && { settle: settledBeforeDetails(model) }),
      respond: (by) => {
        const isNew = !model.items.has(pet);
        write(model, by, [full]);
        if (command.kind === 'delete') return { status: 204, headers: { etag: null } };
        if (command.kind === 'details') return { status: 200, body: detailsBody(model, pet) };
        return isNew
          ? itemResponse(model, pet, 201, { location: `/v1/inventory/${pet}` })
          : itemResponse(model, pet, 200);
      },
    };
  };

export const setTo = (pet: number, quantity: number) => single(pet, 'none', { quantity }, { kind: 'set', quantity });
export const describe = (pet: number, details: Partial<Details>) =>
  single(pet, 'none', details, { kind: 'details', details });

const row = fc.record({
  petId,
  which: fc.constantFrom(...(['none', 'none', 'current', 'stale', 'absent'] as const)),
  change: fc.oneof(
    { weight: 3, arbitrary: fc.record({ quantity }) },
    { weight: 3, arbitrary: fc.record({ delta }) },
    { weight: 3, arbitrary: fc.record({ quantity, status }) },
    fc.tuple(fc.record({ quantity, status }), detailsUpdate).map(([entry, details]) => ({ ...entry, details })),
  ),
  remarks,
});

const rowsOfBatch = fc.uniqueArray(row, { minLength: 1, maxLength: 3, selector: (one) => one.petId });
const batch = plans(rowsOfBatch, (rows, model) => {
  const commands = rows.map(({ petId: pet, which, change, remarks: said }): Command => {
    const kind = 'status' in change ? 'put' : 'delta' in change ? 'adjust' : 'set';
    return { ...said, ...change, kind, petId: pet, expected: expectedVersion(model, pet, which) };
  });
  return {
    body: commands.map(({ kind, expected, details, ...rest }) => ({
      ...rest,
      ...details,
      ...(expected && { version: expected[0] }),
    })),
    ...(commands.some(({ details }) => details !== undefined) && { settle: settledBeforeDetails(model) }),
    check: (by) => {
      if (commands.some(({ kind }) => kind === 'put') && !model.allows(by, 'admin')) refuse('insufficient_scope');
    },
    respond: (by) => {
      const entries = write(model, by, commands, true);
      return {
        status: 200,
        body: entries.map((entry) => itemBody(entry.petId, model.items.get(entry.petId) as Item)),
      };
    },
  };
});

/** Three pets to begin with. */
export const firstPets: Planner = (model) => {
  const commands = [1, 2, 3].map(
    (pet): Command => ({ kind: 'put', petId: pet, quantity: 5, status: 'available', expected: null }),
  );
  return {
    body: commands.map(({ petId: pet }) => ({ petId: pet, quantity: 5, status: 'available' })),
    respond: (by) => {
      write(model, by, commands, true);
      return { status: 200 };
    },
  };
};

/** Makes the store note the time. */
export const pinTime: Planner = single(
  1,
  'none',
  { quantity: 4, status: 'available' },
  { kind: 'put', quantity: 4, status: 'available' },
);

const updated = fc
  .tuple(petId, expectation, quantity, remarks)
  .map(([pet, which, count, said]) =>
    single(pet, which, { quantity: count, ...said }, { kind: 'set', quantity: count, ...said }),
  );
const adjusted = fc
  .tuple(petId, expectation, delta, remarks)
  .map(([pet, which, change, said]) =>
    single(pet, which, { delta: change, ...said }, { kind: 'adjust', delta: change, ...said }),
  );
const put = fc
  .tuple(petId, fc.oneof(expectation, fc.constant('absent' as const)), fc.record({ quantity, status }))
  .map(([pet, which, entry]) => single(pet, which, entry, { kind: 'put', ...entry }));
const removed = fc.tuple(petId, expectation).map(([pet, which]) => single(pet, which, undefined, { kind: 'delete' }));
const described = fc
  .tuple(
    petId,
    expectation,
    detailsUpdate.filter((update) => Object.keys(update).length > 0),
  )
  .map(([pet, which, details]) => single(pet, which, details, { kind: 'details', details }));

export const stockOperations = {
  updateInventory: operation('write', 6, updated),
  adjustInventory: operation('write', 5, adjusted),
  putInventoryItem: operation('admin', 4, put),
  deleteInventoryItem: operation('admin', 3, removed),
  updateInventoryBatch: operation('write', 4, batch),
  updateDetails: operation('admin', 6, described),
};
