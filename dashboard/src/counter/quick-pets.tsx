import { t } from '../messages/all.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { labelOf, nameOf } from '../stock/details.ts';
import type { Pet } from '../stock/pet.ts';
import { stock, useStockView } from '../stock/store.ts';
import { NativeButton } from '../ui/button.tsx';
import { isTouchScreen } from '../ui/touch.ts';
import { expectedPet } from '../waiting/expected-pet.ts';
import { choose } from './command-field-state.ts';
import styles from './quick-pets.module.css';
import { reasonsOf, type SheetKind } from './sheet.ts';

const shownMax = 24;
/** How many ledger entries are read to find out which pets are entered most often. */
const entriesMax = 200;

type Props = { readonly kind: SheetKind };

/**
 * Buttons for the pets that are entered most often, on screens that are touched: each adds one
 * unit. A count goes through all pets instead.
 */
export function QuickPets({ kind }: Props) {
  return isTouchScreen() && kind !== 'count' ? <Shown kind={kind} /> : undefined;
}

function Shown({ kind }: Props) {
  useStockView();
  const [reason] = reasonsOf[kind];
  const { data } = useLoaded(
    (client, signal) => client.listInventoryHistory({ reason, limit: entriesMax }, { signal }),
    [reason],
  );
  const often = Map.groupBy(data?.entries ?? [], ({ petId }) => petId);
  const count = ({ id }: Pet) => often.get(id)?.length ?? 0;
  const possible = stock.sorted.filter(
    ({ quantity, status }) => kind !== 'sell' || (quantity > 0 && status === 'available'),
  );
  const shown = possible.sort((a, b) => count(b) - count(a)).slice(0, shownMax);
  if (shown.length === 0) return undefined;
  return (
    <ul className={styles.quickPets} data-scrolls-sideways aria-label={t('counter.often')}>
      {shown.map((pet) => (
        <li key={pet.text}>
          <NativeButton
            className={styles.quickPet}
            onClick={() => void choose(kind, { kind: 'add-one', pet: expectedPet(pet) })}
          >
            {nameOf(pet.id) ?? labelOf(pet.id)}
          </NativeButton>
        </li>
      ))}
    </ul>
  );
}
