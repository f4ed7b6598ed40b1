import type { QueuedList } from '../device/outbox.ts';
import { t } from '../messages/all.ts';
import { formatForSpreadsheet } from '../messages/format.ts';
import { nameOf } from '../stock/details.ts';
import { downloadTable } from '../ui/download.ts';
import { fieldNames, reasonNames } from '../ui/names.ts';

/** Downloads what waits on this device as a table with a row for each line of each list. */
export function downloadWaitingLists(lists: readonly QueuedList[]): void {
  const head = [
    t('history.column', { column: 'at' }),
    t('history.column', { column: 'key' }),
    fieldNames.petId,
    fieldNames.name,
    fieldNames.quantity,
    t('edit.reason'),
    t('edit.note'),
  ];
  const rows = lists.flatMap(({ lines, madeAtMs, person, kind, reason, note }) =>
    lines.map(({ petId, units, newPet }) => [
      formatForSpreadsheet(new Date(madeAtMs)),
      person.name,
      petId,
      nameOf(petId) ?? newPet?.name ?? '',
      kind === 'sell' ? -units : units,
      reasonNames[reason],
      note,
    ]),
  );
  downloadTable('pawstock-waiting.csv', [head, ...rows]);
}
