import type { PetId } from '@pawstock/shared/item.ts';
import { type Details, hasDetails } from '@pawstock/shared/pet-details.ts';
import { apiLimits } from '../api-limits.ts';
import { latestExpiredMs } from '../domain/reservation.ts';
import type { Select, WriteSession } from './session.ts';
import type { Head, QueriedContents, StoreContents } from './store.ts';
import {
  actionTable,
  attemptTable,
  dailyMailTable,
  detailsTable,
  entryTable,
  idempotencyRecordTable,
  identityTable,
  itemTable,
  keyTable,
  type Query,
  type ReservationItemRow,
  type ReservationRow,
  reservationItemTable,
  reservationTable,
  type Scalar,
  shopTable,
  sql,
  sqlText,
  storedDetails,
  type Table,
  webhookProgressTable,
  webhookTable,
} from './tables.ts';

const rowsPerPage = 8_192;

/**
 * The whole contents of a store. All queries must run in one transaction, so that they show the
 * same moment.
 */
export function contentsOf(
  head: Head,
  select: Select,
  highestPetId: Query<PetId | null>,
): QueriedContents {
  return {
    head,
    entries: () => pagesOf(select, entryTable, 'seq'),
    // In SQLite a removed pet keeps its table row, with a quantity of null.
    items: () => pagesOf(select, itemTable, 'petId', 'quantity is not null'),
    details: () => pagesOf(select, detailsTable, 'petId'),
    highestPetId: async () => (await select(highestPetId))[0] ?? null,
    rows: async ({ name, fromRow }) =>
      select({ ...sql`select * from ${sqlText(name)} order by 1, 2`, fromRow }),
  };
}

async function* pagesOf<T extends object>(
  select: Select,
  { name, columns, fromRow }: Table<T>,
  key: keyof T,
  where = 'true',
): AsyncGenerator<T[]> {
  const column = sqlText(`${columns.find(({ field }) => field === key)?.name}`);
  const rows = sqlText(`select * from ${name} where ${where}`);
  const order = sql`order by ${column} limit ${rowsPerPage}`;
  let page = await select({ ...sql`${rows} ${order}`, fromRow });
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page;
    const next = sql`${rows} and ${column} > ${last[key] as Scalar} ${order}`;
    page = await select({ ...next, fromRow });
  }
}

export async function insertContents(
  session: WriteSession,
  head: Head,
  contents: StoreContents,
  onProgress: (entries: number) => void,
): Promise<void> {
  session.write(sql`delete from api_key where scope = 'setup'`);
  for await (const entries of contents.entries()) {
    session.append(entries);
    await session.flush();
    onProgress(entries.at(-1)?.seq ?? 0);
  }
  for await (const details of contents.details()) {
    session.insert(detailsTable, details.map(storedDetails));
    await session.flush();
  }
  // The copy keeps its own identity, and remembers that of its origin.
  const [origin] = await contents.rows(identityTable);
  if (origin !== undefined)
    session.write(sql`update store_identity set copied_from = ${origin.id}`);
  for (const table of [shopTable, dailyMailTable] as Table<object>[]) {
    const rows = await contents.rows(table);
    // The contents of the demo have no settings. The store then keeps those that it began with.
    if (rows.length === 0) continue;
    session.write(sqlText(`delete from ${table.name}`));
    session.insert(table, rows);
  }
  const others = [
    keyTable,
    idempotencyRecordTable,
    webhookTable,
    webhookProgressTable,
    reservationTable,
    reservationItemTable,
    attemptTable,
    actionTable,
  ];
  for (const table of others as Table<object>[]) session.insert(table, await contents.rows(table));
  // `actionsRevision` exceeds that of both stores, so running services read the copied API keys and
  // webhook endpoints.
  const actionsRevision = Math.max(head.actionsRevision, contents.head.actionsRevision) + 1;
  session.setHead({ ...head, ...contents.head, actionsRevision });
}

/**
 * Moves recorded times after `latestMs`, from a wrong clock, back to it. Reservations may end up to
 * a day after it.
 */
export function contentsUpTo(contents: StoreContents, latestMs: number): StoreContents {
  const latestExpiryMs = latestMs + apiLimits.reservationSecondsMax * 1000;
  /** Moves the end of a reservation: what had ended by the store's time ends by `latestMs`. */
  const endUpTo = (endMs: number) => {
    const hasEnded = endMs <= latestExpiredMs(contents.head.atMs);
    return Math.min(endMs, hasEnded ? latestMs : latestExpiryMs);
  };
  const reservationUpTo = (row: ReservationRow): ReservationRow => {
    const endsAtMs = endUpTo(row.endsAtMs);
    // An active reservation ends when it expires, so `endsAtMs` and `expiresAtMs` are the same.
    const expiresAtMs =
      row.state === 'active' ? endsAtMs : Math.min(row.expiresAtMs, latestExpiryMs);
    return { ...row, endsAtMs, expiresAtMs };
  };
  const itemUpTo = (row: ReservationItemRow): ReservationItemRow => {
    const { heldUntilMs } = row;
    return { ...row, heldUntilMs: heldUntilMs === null ? null : endUpTo(heldUntilMs) };
  };
  /** Moves back those times of a row that its table declares as past. */
  const upTo =
    <T extends object>({ columns }: Table<T>) =>
    (row: T): T => {
      const late = columns.filter(
        ({ field, time }) => time === 'past' && Number(row[field]) > latestMs,
      );
      const moved = { ...row, ...Object.fromEntries(late.map(({ field }) => [field, latestMs])) };
      if ('endsAtMs' in row) return { ...moved, ...reservationUpTo(moved as T & ReservationRow) };
      if ('heldUntilMs' in row) return { ...moved, ...itemUpTo(moved as T & ReservationItemRow) };
      return moved;
    };
  return {
    ...contents,
    head: { ...contents.head, atMs: Math.min(contents.head.atMs, latestMs) },
    entries: async function* () {
      for await (const page of contents.entries()) yield page.map(upTo(entryTable));
    },
    rows: async (table) => (await contents.rows(table)).map(upTo(table)),
  };
}

/** Joins all pages of table rows into one array, which must fit into memory. */
export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await Array.fromAsync(pages)).flat();
}

export async function collectDescribedItems({ items, details }: StoreContents) {
  const described = (await collect(details()))
    .filter(hasDetails)
    .map((some) => [some.petId, some] as const);
  return { items: await collect(items()), details: new Map<PetId, Details>(described) };
}
