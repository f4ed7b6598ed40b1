import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useObservable } from '../app/observable.ts';
import { lowThreshold } from '../app/storage.ts';
import { type Filter, levelOf } from '../stock/filter-and-sort.ts';
import { names } from '../stock/names.ts';
import { useStockView } from '../stock/store.ts';
import { formatCount, formatDateTime, formatNumber, statusNames } from '../ui/format.ts';

/** Some 100 pages. Browsers take minutes to lay out many more. */
const rowsMax = 5_000;

/** All rows that match the filter, in the document only while the browser prints: the table on screen has a few. */
export function PrintTable() {
  return useIsPrinting() ? <PrintedRows /> : undefined;
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // At once: the browser lays out the page as soon as the event handlers have returned.
    const onBeforePrint = () => flushSync(() => setPrinting(true));
    const onAfterPrint = () => setPrinting(false);
    const onMediaChange = () => (media.matches ? onBeforePrint() : onAfterPrint());
    window.addEventListener('beforeprint', onBeforePrint);
    window.addEventListener('afterprint', onAfterPrint);
    media.addEventListener('change', onMediaChange);
    return () => {
      window.removeEventListener('beforeprint', onBeforePrint);
      window.removeEventListener('afterprint', onAfterPrint);
      media.removeEventListener('change', onMediaChange);
    };
  }, []);
  return isPrinting;
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
        {rows.length > rowsMax && `. Only the first ${formatNumber(rowsMax)} are printed; filter the table for others`}
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
          {rows.slice(0, rowsMax).map((row) => {
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
