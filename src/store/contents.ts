import type { PetId } from '@pawstock/shared/item.ts';
import { type Details, hasDetails } from '@pawstock/shared/pet-details.ts';
import { apiLimits } from '../api-limits.ts';
import { latestExpiredMs } from '../domain/reservation.ts';
import type { Select, WriteSession } from './session.ts';
import type { Head, QueriedContents, StoreContents } from './store.ts';
import {
  actionTable,
  attemptTable,
  detailsTable,
  entryTable,
  idempotencyRecordTable,
  identityTable,
  itemTable,
  keyTable,
  mailProgressTable,
  mailStatusTable,
  type Query,
  reservationItemTable,
  reservationTable,
  shopTable,
  sql,
  sqlText,
  storedDetails,
  type Table,
  type TimeKind,
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
  const keyColumn = columns.find(({ field }) => field === key);
  if (keyColumn === undefined) throw new Error(`the table ${name} has no column for its key`);
  const column = sqlText(keyColumn.name);
  const rows = sqlText(`select * from ${name} where ${where}`);
  const order = sql`order by ${column} limit ${rowsPerPage}`;
  let page = await select({ ...sql`${rows} ${order}`, fromRow });
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page;
    const next = sql`${rows} and ${column} > ${keyColumn.valueIn(last)} ${order}`;
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
  const addRows = async <T extends object>(table: Table<T>) =>
    session.insert(table, await contents.rows(table));
  const replaceRow = async <T extends object>(table: Table<T>) => {
    const rows = await contents.rows(table);
    // The contents of the demo have no settings. The store then keeps those that it began with.
    if (rows.length === 0) return;
    session.write(sqlText(`delete from ${table.name}`));
    session.insert(table, rows);
  };
  await replaceRow(shopTable);
  await replaceRow(mailStatusTable);
  await addRows(keyTable);
  await addRows(idempotencyRecordTable);
  await addRows(webhookTable);
  await addRows(webhookProgressTable);
  await addRows(reservationTable);
  await addRows(reservationItemTable);
  await addRows(attemptTable);
  await addRows(actionTable);
  await addRows(mailProgressTable);
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
  const moved: Readonly<Record<TimeKind, (ms: number) => number>> = {
    past: (ms) => Math.min(ms, latestMs),
    reservationEnd: (ms) => {
      const hasEnded = ms <= latestExpiredMs(contents.head.atMs);
      return Math.min(ms, hasEnded ? latestMs : latestExpiryMs);
    },
    future: (ms) => ms,
  };
  /** Moves the times of a row as its table declares them. A time that is null stays so. */
  const upTo =
    <T extends object>({ columns }: Table<T>) =>
    (row: T): T => {
      const times = columns.flatMap(({ field, time, valueIn }) => {
        const ms = valueIn(row);
        return time === undefined || ms === null ? [] : [[field, moved[time](Number(ms))] as const];
      });
      return { ...row, ...Object.fromEntries(times) };
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
