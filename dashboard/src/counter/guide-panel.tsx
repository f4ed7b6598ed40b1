import { t } from '../messages/all.ts';
import { formatDateTime, formatNumber } from '../messages/format.ts';
import { useObservable } from '../state/observable.ts';
import { hasNames, titleOf } from '../stock/details.ts';
import { stock, useStockView } from '../stock/store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { focusCommand } from '../ui/command-focus.ts';
import printTableStyles from '../ui/print-table.module.css';
import { printAlone, printedAlone, printedRowsMax } from '../ui/printing.ts';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { guide, isBlind, type Order, putOff, remainingPets, startGuide } from './guide.ts';
import styles from './guide-panel.module.css';

const orders = optionsOf<Order>({ pet: t('counter.byId'), name: t('counter.byName') });

const shownMax = 5;

export function GuidePanel() {
  useStockView();
  const current = useObservable(guide);
  const canSortByName = useObservable(hasNames);
  const remaining = current === undefined ? [] : remainingPets(current);
  const all = stock.sorted.length;
  const done = all - remaining.length;
  return (
    <section className={styles.guide} aria-label={t('counter.guided')}>
      <div className={styles.guideActions}>
        {current !== undefined && canSortByName && (
          <SegmentedControl
            label={t('counter.order')}
            value={current.order}
            options={orders}
            onChange={startGuide}
          />
        )}
        {current === undefined ? (
          <Button icon="list" onPress={() => startGuide('pet')}>
            {t('counter.guided')}
          </Button>
        ) : (
          <Button onPress={() => guide.set(undefined)}>{t('counter.endGuided')}</Button>
        )}
        <Button icon="print" onPress={() => printAlone('count-sheet')}>
          {t('counter.sheet')}
        </Button>
        <Checkbox checked={useObservable(isBlind)} onChange={(next) => isBlind.set(next)}>
          {t('counter.hideExpected')}
        </Checkbox>
      </div>
      {current !== undefined && (
        <>
          <p role="status">
            {t(remaining.length === 0 ? 'counter.allCounted' : 'counter.progress', { done, all })}
          </p>
          <progress max={all} value={done} aria-label={t('counter.countedPets')} />
          <ol className={styles.guideNext} aria-label={t('counter.stillToCount')}>
            {remaining.slice(0, shownMax).map((pet, index) => (
              <li key={pet.text}>
                {titleOf(pet.id)}
                {index === 0 && (
                  <LinkButton
                    className="small"
                    onPress={() => {
                      putOff(pet);
                      focusCommand();
                    }}
                  >
                    {t('counter.later')}
                  </LinkButton>
                )}
              </li>
            ))}
            {remaining.length > shownMax && (
              <li className="muted">
                {t('counter.andMore', { count: remaining.length - shownMax })}
              </li>
            )}
          </ol>
        </>
      )}
    </section>
  );
}

/** A list of the pets to print, with an empty column to write the counted quantity into. */
export function CountSheet() {
  useStockView();
  const isPrinted = useObservable(printedAlone) === 'count-sheet';
  const isHidden = useObservable(isBlind);
  const current = useObservable(guide);
  if (!isPrinted) return undefined;
  const pets = current === undefined ? stock.sorted : remainingPets(current);
  return (
    <div className={printTableStyles.printTable} data-print="table">
      <h1>{t('counter.sheet')}</h1>
      <p>{t('counter.sheetOf', { time: formatDateTime(new Date()), count: pets.length })}</p>
      {pets.length > printedRowsMax && <p>{t('counter.firstPrinted', { max: printedRowsMax })}</p>}
      <table>
        <thead>
          <tr>
            <th>{t('counter.columnPet')}</th>
            {hasNames.value && <th>{t('stock.name')}</th>}
            {!isHidden && (
              <th className={printTableStyles.printNumber}>{t('counter.columnExpected')}</th>
            )}
            <th>{t('counter.columnCounted')}</th>
          </tr>
        </thead>
        <tbody>
          {pets.slice(0, printedRowsMax).map(({ text, name, quantity }) => (
            <tr key={text}>
              <td>{text}</td>
              {hasNames.value && <td>{name}</td>}
              {!isHidden && (
                <td className={printTableStyles.printNumber}>{formatNumber(quantity)}</td>
              )}
              <td className={styles.blank} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
