import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changeEndpoint, isLive, settledBeforeDetails } from './deliveries.ts';
import { keyName } from './keys.ts';
import {
  type Entry,
  type Item,
  iso,
  type Model,
  operation,
  type Planner,
  plans,
  refuse,
} from './model.ts';
import { reservationBody, reservationId } from './reservations.ts';
import { barcodes, detailsBody, itemBody, petId, reason } from './stock.ts';
import { tagged } from './tags.ts';

/** Models reads of stock, details, history and reservations. */

const limit = fc.constantFrom(undefined, 1, 2, 50);

const wholeList = plans(fc.boolean(), (sendsTag, model) => {
  const body = model.petIds.map((pet) => itemBody(pet, model.items.get(pet) as Item));
  return tagged(model, 'list', sendsTag, `${model.head}`, {
    status: 200,
    body,
    headers: { etag: `W/"${model.head}"`, 'ledger-seq': `${model.head}` },
  });
});

const partOfList = plans(
  fc.record({
    status: fc.constantFrom(undefined, undefined, 'available', 'sold'),
    minQuantity: fc.constantFrom(undefined, undefined, 2),
    maxQuantity: fc.constantFrom(undefined, undefined, 4),
    low: fc.constantFrom(undefined, undefined, true, false),
    limit,
    after: fc.constantFrom(undefined, undefined, 1, -5),
    petIds: fc.constantFrom(undefined, undefined, '3,1', '2', '3,9,2,3'),
  }),
  (query, model) => {
    const {
      status,
      minQuantity = 0,
      maxQuantity = Number.MAX_SAFE_INTEGER,
      low,
      after,
      petIds,
    } = query;
    const all = model.petIds
      .map((pet) => ({
        pet,
        item: model.items.get(pet) as Item,
        lowAt: model.details.get(pet)?.lowAt ?? model.shopLowAt,
      }))
      .filter(({ pet, item: { quantity, status: label }, lowAt }) => {
        if (after !== undefined && pet <= after) return false;
        if (petIds !== undefined && !petIds.split(',').includes(`${pet}`)) return false;
        if (status !== undefined && label !== status) return false;
        if (low !== undefined && quantity <= lowAt !== low) return false;
        return quantity >= minQuantity && quantity <= maxQuantity;
      })
      .map(({ pet, item }) => itemBody(pet, item));
    const pages = { limit: query.limit ?? Number.POSITIVE_INFINITY, all };
    const headers = { 'ledger-seq': `${model.head}` };
    return { query, respond: () => ({ status: 200, pages, headers }) };
  },
);

const item = plans(fc.tuple(petId, fc.boolean()), ([pet, sendsTag], model) => {
  const found = model.items.get(pet);
  if (found === undefined) return { param: pet, respond: () => refuse('pet_not_found') };
  const expected = {
    status: 200,
    body: itemBody(pet, found),
    headers: { etag: `"${found.version}"`, 'ledger-seq': `${model.head}` },
  };
  return { param: pet, ...tagged(model, `item ${pet}`, sendsTag, `${found.version}`, expected) };
});

/**
 * A random start or end of the time range of a query: the time of a ledger entry, or one
 * millisecond later.
 */
const moment = fc.option(fc.tuple(fc.nat(30), fc.constantFrom(0, 1)), { nil: undefined });
type Moment = readonly [index: number, offsetMs: number] | undefined;

function timeOf(model: Model, chosen: Moment): string | undefined {
  if (chosen === undefined || model.head === 0) return undefined;
  const [index, offsetMs] = chosen;
  return iso(Date.parse((model.ledger[index % model.head] as Entry).at) + offsetMs);
}

const historyOfAll = plans(
  fc.record({
    since: moment,
    until: moment,
    petId: fc.option(petId, { nil: undefined }),
    key: fc.option(keyName, { nil: undefined }),
    keyNth: fc.constantFrom(undefined, undefined, undefined, 0, 1, 2),
    reason: fc.option(reason, { nil: undefined }),
    after: fc.constantFrom(undefined, undefined, 0, 3),
    before: fc.constantFrom(undefined, undefined, 8),
    limit,
  }),
  (chosen, model) => {
    const { petId: pet, key, reason: why, after, before } = chosen;
    const [since, until] = [timeOf(model, chosen.since), timeOf(model, chosen.until)];
    const ids = [...model.keyIds.values()];
    const keyId = chosen.keyNth === undefined ? undefined : ids[chosen.keyNth % ids.length];
    const found = model.ledger.filter(
      (entry) =>
        (since === undefined || entry.at >= since) &&
        (until === undefined || entry.at < until) &&
        (pet === undefined || entry.petId === pet) &&
        (key === undefined || entry.key === key) &&
        (keyId === undefined || entry.keyId === keyId) &&
        (why === undefined || entry.reason === why) &&
        entry.seq > (after ?? 0) &&
        entry.seq < (before ?? Number.POSITIVE_INFINITY),
    );
    const all = after === undefined ? found.toReversed() : found;
    const query = {
      since,
      until,
      petId: pet,
      key,
      keyId,
      reason: why,
      after,
      before,
      limit: chosen.limit,
    };
    return { query, respond: () => ({ status: 200, pages: { limit: chosen.limit ?? 100, all } }) };
  },
);

const historyOfOne = plans(
  fc.tuple(petId, limit, fc.constantFrom(undefined, undefined, 5)),
  ([pet, most, before], model) => ({
    param: pet,
    query: { limit: most, before },
    respond: () => {
      const found = model.ledger.filter((entry) => entry.petId === pet);
      if (found.length === 0) refuse('pet_not_found');
      const all = found
        .filter(({ seq }) => seq < (before ?? Number.POSITIVE_INFINITY))
        .toReversed();
      return { status: 200, pages: { limit: most ?? 100, all } };
    },
  }),
);

const dayMs = 86_400_000;

/** Returns the total stock of all pets just before a time. */
function unitsBefore(model: Model, time: string, petIds?: string): number {
  const selected = model.ledger.filter(
    ({ petId: pet }) => petIds?.split(',').includes(`${pet}`) ?? true,
  );
  const earlier = selected.filter(({ at }) => at < time);
  const levels = new Map(earlier.map(({ petId: pet, after }) => [pet, after ?? 0]));
  return [...levels.values()].reduce((sum, level) => sum + level, 0);
}

const reportChoice = {
  since: moment,
  until: moment,
  petIds: fc.constantFrom(undefined, undefined, '3,1', '2'),
  limit,
};
/**
 * Predicts the total stock at the beginning and at the end of a report. Another test checks the
 * other numbers.
 */
const report = plans(fc.record(reportChoice), (chosen, model) => {
  const untilTime = timeOf(model, chosen.until);
  // If the clock is behind the store's time, the model cannot predict the default of `until`, so
  // the request sets it.
  const isBehind = model.clockMs < model.storedMs;
  const until = untilTime ?? iso(model.nowMs);
  const sinceTime = timeOf(model, chosen.since);
  const since = sinceTime ?? iso(Date.parse(until) - 30 * dayMs);
  return {
    query: {
      since: sinceTime,
      until: isBehind ? until : untilTime,
      petIds: chosen.petIds,
      limit: chosen.limit,
    },
    respond: () => {
      if (since > until) refuse('invalid_query');
      const units = (time: string) => unitsBefore(model, time, chosen.petIds);
      const totals = { start: units(since), end: units(until) };
      const expected = { since, until, timeZone, totals };
      const seq = model.ledger.filter(({ at }) => at < until).length;
      return {
        status: 200,
        headers: { 'ledger-seq': `${untilTime === undefined && !isBehind ? model.head : seq}` },
        learn: (body) => assert.partialDeepStrictEqual(body, expected),
      };
    },
  };
});

const streamChoice = {
  behind: fc.constantFrom(undefined, 0, 1, 5, 100),
  byHeader: fc.boolean(),
  isKept: fc.boolean(),
};
const streams = plans(fc.record(streamChoice), ({ behind, byHeader, isKept }, model) => {
  const after = Math.max(0, model.head - (behind ?? 0));
  return {
    ...(behind !== undefined &&
      (byHeader ? { headers: { 'last-event-id': `${after}` } } : { query: { after } })),
    stream: { after, isKept },
    respond: () => ({ status: 200 }),
  };
});

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((one, other) => one - other);

const partOfDetails = plans(
  fc.record({
    limit,
    after: fc.constantFrom(undefined, undefined, 1, -5),
    petIds: fc.constantFrom(undefined, undefined, '3,1', '2', '3,9,2,3'),
    barcode: fc.constantFrom(undefined, undefined, ...barcodes),
  }),
  (query, model) => {
    const { after, petIds, barcode: code } = query;
    const all = ascending(model.details.keys())
      .map((pet) => detailsBody(model, pet))
      .filter(
        ({ petId: pet, barcode: own }) =>
          (after === undefined || pet > after) &&
          (petIds === undefined || petIds.split(',').includes(`${pet}`)) &&
          (code === undefined || own?.replace(/^0/, '') === code.replace(/^0/, '')),
      );
    const pages = { limit: query.limit ?? Number.POSITIVE_INFINITY, all };
    return { query, respond: () => ({ status: 200, pages }) };
  },
);

const detailsList = plans(fc.boolean(), (sendsTag, model) => {
  const body = ascending(model.details.keys()).map((pet) => detailsBody(model, pet));
  return tagged(model, 'details', sendsTag, `${model.detailsRevision}`, { status: 200, body });
});

const detailsOfOne = plans(petId, (pet, model) => ({
  param: pet,
  respond: () =>
    model.items.has(pet) ? { status: 200, body: detailsBody(model, pet) } : refuse('pet_not_found'),
}));

const nextPetId = fc.constant<Planner>((model) => ({
  respond: () => {
    const highest = Math.max(...model.ledger.map((entry) => entry.petId));
    return { status: 200, body: { petId: model.ledger.length === 0 ? 1 : highest + 1 } };
  },
}));

const reserved = plans(
  fc.record({ limit: fc.constantFrom(undefined, undefined, 1, 2), sendsTag: fc.boolean() }),
  ({ limit: most, sendsTag }, model) => {
    const pets = model.activeReservations().flatMap(({ items }) => items.map((row) => row.petId));
    const body = ascending(pets).map((pet) => ({ petId: pet, reserved: model.held(pet) }));
    if (most === undefined) {
      return tagged(model, 'reserved', sendsTag, JSON.stringify(body), { status: 200, body });
    }
    return {
      query: { limit: most },
      respond: () => ({ status: 200, pages: { limit: most, all: body } }),
    };
  },
);

const reservationChoice = {
  petId: fc.option(petId, { nil: undefined }),
  limit,
  after: fc.option(reservationId, { nil: undefined }),
};
const reservations = plans(fc.record(reservationChoice), (query, model) => ({
  query,
  respond: () => {
    const { petId: pet, after = '' } = query;
    const all = model
      .activeReservations()
      .filter(({ id, items }) => id > after && (!pet || items.some((row) => row.petId === pet)));
    return {
      status: 200,
      pages: { limit: query.limit ?? 100, all: all.map((one) => reservationBody(model, one)) },
    };
  },
}));

/** None of the instances makes backups, so the list of backups is always empty. */
const backups = fc.constant<Planner>(() => ({
  respond: () => ({
    status: 200,
    body: { folder: null, every: null, keep: null, failure: null, backups: [] },
  }),
}));

/** None of the instances sends mail. */
const mail = fc.constant<Planner>(() => ({
  respond: () => ({
    status: 200,
    body: { configured: false, at: null, to: [], lastSentAt: null, lastError: null },
  }),
}));

/** The time zone of all instances. */
const timeZone = 'UTC';

const shop = fc.constant<Planner>((model) => ({
  respond: () => ({ status: 200, body: { lowAt: model.shopLowAt, timeZone } }),
}));

const shopUpdate = fc.constantFrom(2, 5).map(
  (lowAt): Planner =>
    (model) => ({
      body: { lowAt },
      settle: settledBeforeDetails(model),
      respond: (by) => {
        // The service looks at the level when it sends a message: pending ones may use either.
        if (lowAt !== model.shopLowAt)
          for (const endpoint of model.endpoints.filter(isLive))
            changeEndpoint(model, endpoint, {});
        model.shopLowAt = lowAt;
        model.noteAction(by, 'shop.update', null);
        return { status: 200, body: { lowAt, timeZone } };
      },
    }),
);

export const readOperations = {
  listInventory: operation('read', 5, fc.oneof(wholeList, partOfList)),
  getInventoryItem: operation('read', 3, item),
  getNextPetId: operation('read', 1, nextPetId),
  listInventoryHistory: operation('read', 3, historyOfAll),
  getInventoryHistory: operation('read', 2, historyOfOne),
  watchInventory: operation('read', 3, streams),
  getReport: operation('read', 3, report),
  listDetails: operation('read', 4, fc.oneof(detailsList, partOfDetails)),
  getPetDetails: operation('read', 2, detailsOfOne),
  listReserved: operation('read', 4, reserved),
  listReservations: operation('read', 2, reservations),
  listBackups: operation('owner', 1, backups),
  getShop: operation('read', 1, shop),
  updateShop: operation('owner', 1, shopUpdate),
  getMail: operation('owner', 1, mail),
  testMail: operation('owner', 1, mail),
};
