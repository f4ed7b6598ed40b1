import { csvLines } from '../../../src/import/csv-export.ts';
import { useObservable } from '../state/observable.ts';
import { lowThreshold } from '../state/storage.ts';
import { type Filter, levelOf } from '../stock/filter-and-sort.ts';
import { names } from '../stock/names.ts';
import { stock, useStockView, view } from '../stock/store.ts';
import { formatCount, formatDateTime, formatNumber, statusNames } from '../ui/format.ts';
import { notify } from '../ui/notifications.tsx';
import { printedRowsMax, useIsPrinting } from '../ui/printing.ts';

/** All rows that match the filter, in the document only while the browser prints: the table on screen has a few. */
export function PrintTable() {
  return useIsPrinting() ? <PrintedRows /> : undefined;
}

const levelNames = { out: 'Out', low: 'Low', enough: '' } as const;

function PrintedRows() {
  const { stock, view } = useStockView();
  const threshold = useObservable(lowThreshold);
  const hasNames = useObservable(names).size > 0;
  const { rows, filter } = view;
  return (
    <main className="print-table">
      <h1>{titleOf(filter, threshold)}</h1>
      <p>
        {formatCount(rows.length, 'pet')}, {formatDateTime(new Date().toISOString())}
        {rows.length > printedRowsMax &&
          `. Only the first ${formatNumber(printedRowsMax)} are printed; filter the table for others`}
      </p>
      <table>
        <thead>
          <tr>
            <th>Pet</th>
            {hasNames && <th>Name</th>}
            <th>Status</th>
            <th className="print-number">Quantity</th>
            <th>Stock</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, printedRowsMax).map((row) => {
            const { text, name, status, quantity } = stock.get(row.id) ?? row;
            return (
              <tr key={text}>
                <td>{text}</td>
                {hasNames && <td>{name}</td>}
                <td>{statusNames[status]}</td>
                <td className="print-number">{formatNumber(quantity)}</td>
                <td>{levelNames[levelOf(quantity, threshold)]}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </main>
  );
}

function titleOf({ status, level, search }: Filter, threshold: number): string {
  const levelTitles = { all: 'Stock levels', low: `Low stock, up to ${threshold}`, out: 'Out of stock' };
  const parts = [levelTitles[level]];
  if (status !== 'all') parts.push(statusNames[status].toLowerCase());
  if (search.trim() !== '') parts.push(`${names.value.size === 0 ? 'ID' : 'ID or name'} with “${search.trim()}”`);
  return parts.join(', ');
}

/** Downloads the filtered pets in the order of the table, as a CSV file that can be imported again. */
export function exportShownPets(): void {
  const pets = view.rows.flatMap(({ id }) => stock.get(id) ?? []);
  const hasNames = pets.some(({ name }) => name !== '');
  const lines = csvLines(
    pets.map((pet) => ({ ...pet, petId: pet.id })),
    hasNames,
  );
  download(`pawstock-${new Date().toISOString().slice(0, 10)}.csv`, [...lines].join(''));
  notify({ tone: 'success', text: `${formatCount(pets.length, 'pet')} exported.` });
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Late enough for the browser to have read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
