import { csvLines } from '../../../src/import/csv-export.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { lowThreshold } from '../state/storage.ts';
import { details, detailsOf, hasNames, searchedFields } from '../stock/details.ts';
import { type Filter, levelOf } from '../stock/filter-and-sort.ts';
import { stock, useStockView, view } from '../stock/store.ts';
import { download } from '../ui/download.ts';
import { formatCount, formatDateTime, formatNumber } from '../ui/format.ts';
import { statusNames } from '../ui/names.ts';
import { notify } from '../ui/notifications.tsx';
import printTableStyles from '../ui/print-table.module.css';
import { printedRowsMax, printInstead, useIsPrinting } from '../ui/printing.ts';
import { LabelSheet } from './label-sheet.tsx';

const areLabelsPrinted = new Observable(false);

export function printLabels(): void {
  printInstead(areLabelsPrinted);
}

/** A table with all rows that match the filter. It is in the document only while the browser prints. */
export function PrintTable() {
  const isPrinting = useIsPrinting();
  if (useObservable(areLabelsPrinted)) return <LabelSheet />;
  return isPrinting ? <PrintedRows /> : undefined;
}

const levelNames = { out: 'Out', low: 'Low', enough: '' } as const;

function PrintedRows() {
  const { stock, view } = useStockView();
  const threshold = useObservable(lowThreshold);
  const showsNames = useObservable(hasNames);
  const { rows, filter } = view;
  return (
    <main className={printTableStyles.printTable}>
      <h1>{titleOf(filter, threshold)}</h1>
      <p>
        {formatCount(rows.length, 'pet')}, {formatDateTime(new Date())}
        {rows.length > printedRowsMax &&
          `. Only the first ${formatNumber(printedRowsMax)} are printed; filter the table for others`}
      </p>
      <table>
        <thead>
          <tr>
            <th>Pet</th>
            {showsNames && <th>Name</th>}
            <th>Status</th>
            <th className={printTableStyles.printNumber}>Quantity</th>
            <th>Stock</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, printedRowsMax).map((row) => {
            const pet = stock.get(row.id) ?? row;
            const { text, name, status, quantity } = pet;
            return (
              <tr key={text}>
                <td>{text}</td>
                {showsNames && <td>{name}</td>}
                <td>{statusNames[status]}</td>
                <td className={printTableStyles.printNumber}>{formatNumber(quantity)}</td>
                <td>{levelNames[levelOf(pet, threshold)]}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </main>
  );
}

function titleOf({ status, level, search }: Filter, threshold: number): string {
  const hasLevels = details.value.values().some(({ lowAt }) => lowAt !== null);
  const levelTitles = {
    all: 'Stock levels',
    low: `Low stock, up to ${threshold}${hasLevels ? ' or the level of the pet' : ''}`,
    out: 'Out of stock',
  };
  const parts = [levelTitles[level]];
  if (status !== 'all') parts.push(statusNames[status].toLowerCase());
  if (search.trim() !== '') parts.push(`${searchedFields.value} with “${search.trim()}”`);
  return parts.join(', ');
}

/** Downloads the filtered pets in the order of the table, as a CSV file that can be imported again. */
export function exportShownPets(): void {
  const pets = view.rows.flatMap(({ id }) => stock.get(id) ?? []);
  const lines = csvLines(
    pets.map((pet) => ({ ...pet, petId: pet.id })),
    detailsOf,
  );
  download(`pawstock-${new Date().toISOString().slice(0, 10)}.csv`, [...lines]);
  notify({ tone: 'success', text: `${formatCount(pets.length, 'pet')} exported.` });
}
