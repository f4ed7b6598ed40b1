import { flushSync } from 'react-dom';
import { fetchConflict, type Resolution, settledQuantity } from '../conflict/conflict.ts';
import conflictStyles from '../conflict/conflict-view.module.css';
import { ConflictView } from '../conflict/conflict-view.tsx';
import { t } from '../messages/all.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { titleOf } from '../stock/details.ts';
import { type Pet, parseQuantity, writeQuantity } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import type { Line } from './sheet.ts';
import styles from './sheet-lines.module.css';
import { editLine, removeLine } from './sheets.ts';

/** The conflict of a pet that others have changed since it was counted. */
export function CountConflict({ line, pet }: { readonly line: Line; readonly pet: Pet }) {
  const { petId, seen, version } = line;
  const { data } = useLoaded(
    (client) => fetchConflict(client, petId, version),
    [petId, pet.quantity],
  );
  const typed = { from: seen, to: parseQuantity(line.amount) };

  const apply = (resolution: Resolution) => {
    const quantity = settledQuantity(resolution, typed, pet.quantity);
    if (resolution === 'theirs' || quantity === undefined) return removeLine('count', petId);
    const current = { seen: pet.quantity, version: stock.versionOf(petId) };
    editLine('count', petId, { amount: writeQuantity(quantity), ...current });
  };
  // After a choice, the conflict of the next pet has the focus, or the Save button if there is none.
  const choose = (resolution: Resolution) => {
    flushSync(() => apply(resolution));
    document
      .querySelector<HTMLElement>('[data-changed] button, [data-save-bar] [data-primary]')
      ?.focus();
  };

  return (
    <section
      className={`${conflictStyles.conflict} ${styles.sheetConflict}`}
      data-changed
      aria-label={t('dialog.changedByOther', { pet: titleOf(petId) })}
    >
      <ConflictView
        petId={petId}
        entries={data?.entries ?? []}
        currentQuantity={pet.quantity}
        typed={typed}
        hasProblem={false}
        isSaving={false}
        onChoose={choose}
      />
    </section>
  );
}
