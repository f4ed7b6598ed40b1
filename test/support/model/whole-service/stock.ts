import { isDeepStrictEqual } from 'node:util';
import { type Details, noDetails } from '@pawstock/shared/pet-details.ts';
import fc from 'fast-check';
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
import {
  type Expectation,
  expectation,
  expectationOrAbsent,
  isMet,
  isUnconditional,
  type Precondition,
  preconditionFor,
} from './tags.ts';

/** Models writes to the stock and to the details of pets. */

export const petId = fc.constantFrom(1, 1, 2, 3);
/** Barcodes of pets. The last two are the same GTIN. */
export const barcodes = ['b1', 'b1', 'b2', '012345678905', '12345678905'];

export const reason = fc.constantFrom(
  'sale',
  'arrival',
  'return',
  'adjustment',
  'count',
  'damage',
  'died',
);
const quantity = fc.nat(8);
const status = fc.constantFrom('available', 'pending', 'sold');
const delta = fc.integer({ min: -4, max: 3 });
const remarks = fc.record({ reason, note: fc.constantFrom('n', 'é') }, { requiredKeys: [] });
type Remarks = { readonly reason?: string; readonly note?: string };

const detailsUpdate = fc.record(
  {
    name: fc.constantFrom('Rex', 'Tom', null),
    // The last two are the same GTIN.
    barcode: fc.constantFrom(null, ...barcodes),
    lowAt: fc.constantFrom(1, 4, null),
  },
  { requiredKeys: [] },
);

type Fields = Remarks & {
  readonly quantity?: number;
  readonly delta?: number;
  readonly status?: string;
  readonly details?: Partial<Details>;
};

type Command = Fields & {
  readonly kind: 'set' | 'adjust' | 'put' | 'delete' | 'details';
  readonly petId: number;
  readonly precondition: Precondition;
};

function checkCommand(model: Model, by: Key, command: Command, isBatch: boolean): void {
  const { kind, petId: pet, precondition, delta: change = 0 } = command;
  const item = model.items.get(pet);
  const adds = item === undefined && kind === 'put';
  if (by.requireVersion && isUnconditional(precondition) && !adds) refuse('precondition_required');
  if (item === undefined && !adds) refuse('pet_not_found');
  const etag = item && !isBatch ? `"${item.version}"` : null;
  if (!isMet(precondition, item?.version)) refuse('version_mismatch', { etag });
  if (kind !== 'adjust' || item === undefined) return;
  if (change < 0 && item.quantity - model.held(pet) < -change) refuse('insufficient_stock');
  if (item.quantity + change > Number.MAX_SAFE_INTEGER) refuse('invalid_value');
}

/** Applies all commands, or none of them. */
function write(model: Model, by: Key, commands: readonly Command[], isBatch = false): Entry[] {
  for (const command of commands) checkCommand(model, by, command, isBatch);
  const details = new Map(model.details);
  for (const { kind, petId: pet, details: update } of commands) {
    if (kind === 'delete') details.delete(pet);
    else if (update !== undefined)
      details.set(pet, { ...noDetails, ...details.get(pet), ...update });
  }
  const barcodes = [...details.values()].flatMap(({ barcode }) => barcode?.replace(/^0/, '') ?? []);
  if (new Set(barcodes).size < barcodes.length) refuse('barcode_taken');
  const before = new Map(model.details);
  model.details.clear();
  for (const [pet, one] of details)
    if (Object.values(one).some((value) => value !== null)) model.details.set(pet, one);
  if (!isDeepStrictEqual(model.details, before)) {
    model.detailsRevision++;
    model.detailsBefore = before;
    // The service checks a pet's low level when it sends a message: pending ones may use the old or
    // the new level.
    for (const endpoint of model.endpoints.filter(isLive)) changeEndpoint(model, endpoint, {});
  }
  const entries = commands
    .filter(({ kind }) => kind !== 'details')
    .map(({ kind, petId: pet, reason: why = null, note = null, ...command }) => {
      const item = model.items.get(pet);
      const before = item?.quantity ?? null;
      const after =
        kind === 'delete' ? null : (command.quantity ?? (before ?? 0) + (command.delta ?? 0));
      const label = command.status ?? item?.status ?? '';
      return model.append(by, {
        petId: pet,
        kind,
        before,
        after,
        status: label,
        reason: why,
        note,
      });
    });
  noteEntries(model, entries);
  return entries;
}

export const itemBody = (pet: number, { quantity: count, status: label }: Item) => ({
  petId: pet,
  quantity: count,
  status: label,
});

function itemResponse(
  model: Model,
  pet: number,
  code: number,
  headers: Expected['headers'] = {},
): Expected {
  const item = model.items.get(pet) as Item;
  return {
    status: code,
    body: itemBody(pet, item),
    headers: { etag: `"${item.version}"`, 'ledger-seq': `${item.version}`, ...headers },
  };
}

export const detailsBody = (model: Model, pet: number) => ({
  petId: pet,
  ...noDetails,
  ...model.details.get(pet),
});

const single =
  (pet: number, which: Expectation, kind: Command['kind'], fields: Fields = {}): Planner =>
  (model): Plan => {
    const precondition = preconditionFor(which, model.items.get(pet)?.version);
    const body = fields.details ?? fields;
    return {
      param: pet,
      ...(kind !== 'delete' && { body }),
      headers: precondition,
      ...((kind === 'delete' || kind === 'details') && { settle: settledBeforeDetails(model) }),
      respond: (by) => {
        const isNew = !model.items.has(pet);
        write(model, by, [{ ...fields, kind, petId: pet, precondition }]);
        if (kind === 'delete') return { status: 204, headers: { etag: null } };
        if (kind === 'details') return { status: 200, body: detailsBody(model, pet) };
        return isNew
          ? itemResponse(model, pet, 201, { location: `/v1/inventory/${pet}` })
          : itemResponse(model, pet, 200);
      },
    };
  };

export const setTo = (pet: number, quantity: number) => single(pet, 'none', 'set', { quantity });
export const describe = (pet: number, details: Partial<Details>) =>
  single(pet, 'none', 'details', { details });

const row = fc.record({
  petId,
  which: fc.constantFrom(...(['none', 'none', 'current', 'another', 'absent'] as const)),
  change: fc.oneof(
    { weight: 3, arbitrary: fc.record({ quantity }) },
    { weight: 3, arbitrary: fc.record({ delta }) },
    { weight: 3, arbitrary: fc.record({ quantity, status }) },
    fc
      .tuple(fc.record({ quantity, status }), detailsUpdate)
      .map(([entry, details]) => ({ ...entry, details })),
  ),
  remarks,
});

const rowsOfBatch = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 3,
  selector: (one) => one.petId,
});
const batch = plans(rowsOfBatch, (chosen, model) => {
  const rows = chosen.map(({ petId: pet, which, change, remarks: said }) => {
    const current = model.items.get(pet)?.version ?? 1;
    const version = { none: undefined, current, another: current + 1, absent: 0 }[which];
    const { details, ...rest }: Fields = change;
    const named = version === undefined ? {} : { 'if-match': `"${version}"` };
    const command: Command = {
      ...said,
      ...change,
      petId: pet,
      kind: 'status' in change ? 'put' : 'delta' in change ? 'adjust' : 'set',
      precondition: which === 'absent' ? preconditionFor(which) : named,
    };
    return { command, body: { petId: pet, ...said, ...rest, ...details, version } };
  });
  const commands = rows.map(({ command }) => command);
  return {
    body: rows.map(({ body }) => body),
    ...(commands.some(({ details }) => details !== undefined) && {
      settle: settledBeforeDetails(model),
    }),
    check: (by) => {
      if (commands.some(({ kind }) => kind === 'put') && !model.allows(by, 'admin'))
        refuse('insufficient_scope');
    },
    respond: (by) => {
      const entries = write(model, by, commands, true);
      const body = entries.map((entry) =>
        itemBody(entry.petId, model.items.get(entry.petId) as Item),
      );
      return { status: 200, body, headers: { 'ledger-seq': `${model.head}` } };
    },
  };
});

/** Adds or replaces a pet. As a write, this also stores the current time in the store. */
export const stock = (pet: number) =>
  single(pet, 'none', 'put', { quantity: 5, status: 'available' });

const updated = fc
  .tuple(petId, expectation, quantity, remarks)
  .map(([pet, which, count, said]) => single(pet, which, 'set', { quantity: count, ...said }));
const adjusted = fc
  .tuple(petId, expectation, delta, remarks)
  .map(([pet, which, change, said]) => single(pet, which, 'adjust', { delta: change, ...said }));
const put = fc
  .tuple(petId, expectationOrAbsent, fc.record({ quantity, status }))
  .map(([pet, which, entry]) => single(pet, which, 'put', entry));
const removed = fc.tuple(petId, expectation).map(([pet, which]) => single(pet, which, 'delete'));
const described = fc
  .tuple(
    petId,
    expectation,
    detailsUpdate.filter((update) => Object.keys(update).length > 0),
  )
  .map(([pet, which, details]) => single(pet, which, 'details', { details }));

export const stockOperations = {
  updateInventory: operation('write', 6, updated),
  adjustInventory: operation('write', 5, adjusted),
  putInventoryItem: operation('admin', 4, put),
  deleteInventoryItem: operation('admin', 3, removed),
  updateInventoryBatch: operation('write', 4, batch),
  updateDetails: operation('admin', 6, described),
};
