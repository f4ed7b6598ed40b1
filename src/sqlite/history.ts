import type { PetId } from '@pawstock/shared/item.ts';
import type { HistoryPage } from '../store/store.ts';
import { entryTable, sql } from '../store/tables.ts';
import { stoppable } from './stoppable.ts';

/**
 * Finds a page of a pet's ledger entries, newest first. Each entry has the sequence number of the
 * pet's previous entry, and the query follows these links: docs/decisions/0013.
 */
export function historyOf(petId: PetId, { before, limit }: HistoryPage) {
  const end = before ?? Number.MAX_SAFE_INTEGER;
  return entryTable.query`
    with recursive newer (seq) as (
      select coalesce(
        (select seq from ledger where seq = ${end} and pet_id = ${petId}),
        (select version from item where pet_id = ${petId})
      )
      union all
      select previous_seq from newer join ledger using (seq) where ${stoppable(sql`seq >= ${end}`)}
    ), page (seq) as (
      select seq from newer where seq < ${end}
      union all
      select previous_seq from page join ledger using (seq) where previous_seq is not null
      limit ${limit}
    )
    select ledger.* from page join ledger using (seq) order by seq desc`;
}
