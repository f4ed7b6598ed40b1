import { t } from '../messages/all.ts';
import { titleOf } from '../stock/details.ts';
import { stock, useStockView } from '../stock/store.ts';
import { BarCode } from '../ui/bar-code.tsx';
import printTableStyles from '../ui/print-table.module.css';
import { QrCode } from '../ui/qr-code.tsx';
import styles from './label-sheet.module.css';

/** The most labels that are printed, about 40 pages. Drawing the codes of one takes a millisecond. */
const labelsMax = 1_000;

/**
 * A label for each pet in the table, with its barcode, or with "pet 7": 7 alone may be another barcode. Both codes have this
 * text, and the label shows it in every language, because the search understands it.
 */
export function LabelSheet() {
  const { rows } = useStockView().view;
  return (
    <main className={printTableStyles.printTable}>
      <h1 className="visually-hidden">{t('print.labels', { count: rows.length })}</h1>
      {rows.length > labelsMax && <p>{t('print.firstLabels', { max: labelsMax })}</p>}
      <ul className={styles.labels}>
        {rows.slice(0, labelsMax).map((row) => {
          const { id, text, name, barcode } = stock.get(row.id) ?? row;
          const code = barcode || `pet ${text}`;
          return (
            <li key={text} className={styles.labelCard}>
              <QrCode text={code} label={t('print.qrCodeOf', { pet: titleOf(id) })} />
              <div>
                {name !== '' && <strong className={styles.labelName}>{name}</strong>}
                <span className="label-id">Pet {text}</span>
                {barcode !== '' && <span className={styles.labelBarcode}>{barcode}</span>}
              </div>
              <BarCode text={code} label={t('print.barcodeOf', { pet: titleOf(id) })} />
            </li>
          );
        })}
      </ul>
    </main>
  );
}
