import { titleOf } from '../stock/details.ts';
import { stock, useStockView } from '../stock/store.ts';
import { formatCount, formatNumber } from '../ui/format.ts';
import printTableStyles from '../ui/print-table.module.css';
import { QrCode } from '../ui/qr-code.tsx';
import styles from './label-sheet.module.css';

/** The most labels that are printed, about 40 pages. Drawing a code takes a millisecond. */
const labelsMax = 1_000;

/** A label for each pet in the table, with its barcode or a code that reads "pet 7": 7 alone may be another barcode. */
export function LabelSheet() {
  const { rows } = useStockView().view;
  return (
    <main className={printTableStyles.printTable}>
      <h1 className="visually-hidden">Labels of {formatCount(rows.length, 'pet')}</h1>
      {rows.length > labelsMax && (
        <p>Only the first {formatNumber(labelsMax)} labels are printed. Filter the table for others.</p>
      )}
      <ul className={styles.labels}>
        {rows.slice(0, labelsMax).map((row) => {
          const { id, text, name, barcode } = stock.get(row.id) ?? row;
          return (
            <li key={text} className={styles.labelCard}>
              <QrCode text={barcode || `pet ${text}`} label={`Code of ${titleOf(id)}`} />
              <div>
                {name !== '' && <strong className={styles.labelName}>{name}</strong>}
                <span className="label-id">Pet {text}</span>
                {barcode !== '' && <span className={styles.labelBarcode}>{barcode}</span>}
              </div>
            </li>
          );
        })}
      </ul>
    </main>
  );
}
