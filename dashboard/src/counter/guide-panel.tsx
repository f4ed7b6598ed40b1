import { Observable, useObservable } from '../state/observable.ts';
import { searchInputId } from '../state/screen.ts';
import { hasNames, titleOf } from '../stock/details.ts';
import type { Pet } from '../stock/pet.ts';
import { stock, useStockView } from '../stock/store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { formatCount, formatDateTime, formatNumber } from '../ui/format.ts';
import printTableStyles from '../ui/print-table.module.css';
import { printedRowsMax, printInstead } from '../ui/printing.ts';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { guide, isBlind, type Order, putOff, remainingPets, startGuide } from './guide.ts';
import styles from './guide-panel.module.css';

const orders = optionsOf<Order>({ pet: 'By ID', name: 'By name' });

const shownMax = 5;

export function GuidePanel() {
  useStockView();
  const current = useObservable(guide);
  const canSortByName = useObservable(hasNames);
  const remaining = current === undefined ? [] : remainingPets(current);
  const [next] = remaining;
  const all = stock.sorted.length;
  return (
    <section className={styles.guide} aria-label="Guided count">
      <div className={styles.guideActions}>
        {current === undefined ? (
          <Button icon="list" onPress={() => startGuide('pet')}>
            Guided count
          </Button>
        ) : (
          <>
            {canSortByName && (
              <SegmentedControl label="Order" value={current.order} options={orders} onChange={startGuide} />
            )}
            <Button onPress={() => guide.set(undefined)}>End guided count</Button>
          </>
        )}
        <Button icon="print" onPress={() => printInstead(isSheetPrinted)}>
          Count sheet
        </Button>
        <Checkbox checked={useObservable(isBlind)} onChange={(next) => isBlind.set(next)}>
          Hide expected numbers
        </Checkbox>
      </div>
      {current !== undefined && (
        <>
          <p className="guide-progress" role="status">
            {next === undefined
              ? 'All pets are counted. Check the differences, then save.'
              : `${formatNumber(all - remaining.length)} of ${formatCount(all, 'pet')} counted`}
          </p>
          <progress max={all} value={all - remaining.length} aria-label="Counted pets" />
          {next !== undefined && (
            <ol className={styles.guideNext} aria-label="Still to be counted">
              {remaining.slice(0, shownMax).map((pet, index) => (
                <li key={pet.text}>
                  {titleOf(pet.id)}
                  {index === 0 && (
                    <LinkButton
                      className="small"
                      onPress={() => {
                        putOff(pet);
                        document.getElementById(searchInputId)?.focus();
                      }}
                    >
                      Later
                    </LinkButton>
                  )}
                </li>
              ))}
              {remaining.length > shownMax && (
                <li className="muted">and {formatCount(remaining.length - shownMax, 'more pet')}</li>
              )}
            </ol>
          )}
        </>
      )}
    </section>
  );
}

const isSheetPrinted = new Observable(false);

/** A list of the pets to print, with an empty column to write the counted quantity into. */
export function CountSheet() {
  useStockView();
  const isPrinted = useObservable(isSheetPrinted);
  const isHidden = useObservable(isBlind);
  const current = useObservable(guide);
  if (!isPrinted) return undefined;
  const pets: readonly Pet[] = current === undefined ? stock.sorted : remainingPets(current);
  return (
    <div className={`count-sheet ${printTableStyles.printTable}`}>
      <h1>Count sheet</h1>
      <p>
        {formatDateTime(new Date())}, {formatCount(pets.length, 'pet')}
        {pets.length > printedRowsMax && `. Only the first ${formatNumber(printedRowsMax)} are printed`}
      </p>
      <table>
        <thead>
          <tr>
            <th>Pet</th>
            {hasNames.value && <th>Name</th>}
            {!isHidden && <th className={printTableStyles.printNumber}>Expected</th>}
            <th>Counted</th>
          </tr>
        </thead>
        <tbody>
          {pets.slice(0, printedRowsMax).map(({ text, name, quantity }) => (
            <tr key={text}>
              <td>{text}</td>
              {hasNames.value && <td>{name}</td>}
              {!isHidden && <td className={printTableStyles.printNumber}>{formatNumber(quantity)}</td>}
              <td className="count-sheet-blank" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
