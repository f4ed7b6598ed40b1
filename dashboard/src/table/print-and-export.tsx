import { csvLines } from '@pawstock/shared/import/csv-export.ts';
import { t } from '../messages/all.ts';
import { formatDateTime, formatList, formatNumber } from '../messages/format.ts';
import { dateText } from '../state/days.ts';
import { useObservable } from '../state/observable.ts';
import { lowThreshold } from '../state/storage.ts';
import { details, detailsOf, hasNames, labelOf, searchedFields } from '../stock/details.ts';
import { type Filter, levelOf } from '../stock/filter-and-sort.ts';
import { stock, useStockView, view } from '../stock/store.ts';
import { BarCode } from '../ui/bar-code.tsx';
import { download, separator } from '../ui/download.ts';
import { fieldNames, statusNames } from '../ui/names.ts';
import { notify } from '../ui/notifications.tsx';
import printTableStyles from '../ui/print-table.module.css';
import { printedAlone, printedRowsMax, useIsPrinting } from '../ui/printing.ts';
import { QrCode } from '../ui/qr-code.tsx';
import styles from './label-sheet.module.css';
import { levelNames } from './pet-row.tsx';

/**
 * What the stock screen prints: the labels if the user prints labels, otherwise the pets in the
 * table.
 */
export function PrintTable() {
  const isPrinting = useIsPrinting();
  if (useObservable(printedAlone) === 'labels') return <LabelSheet />;
  return isPrinting ? <PrintedRows /> : undefined;
}

function PrintedRows() {
  const { rows, filter } = useStockView().view;
  const threshold = useObservable(lowThreshold);
  const showsNames = useObservable(hasNames);
  const facts = { count: rows.length, max: printedRowsMax, date: formatDateTime(new Date()) };
  return (
    <main className={printTableStyles.printTable} data-print="table">
      <h1>{describeFilter(filter, threshold)}</h1>
      <p>{t(rows.length > printedRowsMax ? 'print.firstRows' : 'print.countAndDate', facts)}</p>
      <table>
        <thead>
          <tr>
            <th>{t('table.pet')}</th>
            {showsNames && <th>{fieldNames.name}</th>}
            <th>{fieldNames.status}</th>
            <th className={printTableStyles.printNumber}>{fieldNames.quantity}</th>
            <th>{t('stock.level')}</th>
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

/** The most labels that are printed, on about 40 pages. */
const labelsMax = 1_000;

/**
 * A label for each pet in the table. Its QR code and its bars contain the pet's barcode, or a text
 * such as "pet 7": the number alone may be another pet's barcode. The text is the same in every
 * language.
 */
function LabelSheet() {
  const { rows } = useStockView().view;
  return (
    <main className={printTableStyles.printTable} data-print="table">
      <h1 className="visually-hidden">{t('print.labels', { count: rows.length })}</h1>
      {rows.length > labelsMax && <p>{t('print.firstLabels', { max: labelsMax })}</p>}
      <ul className={styles.labels}>
        {rows.slice(0, labelsMax).map((row) => {
          const { id, text, name, barcode } = stock.get(row.id) ?? row;
          const code = barcode || `pet ${text}`;
          return (
            <li key={text} className={styles.labelCard}>
              <QrCode text={code} label={t('print.qrCodeOf', { pet: labelOf(id) })} />
              <div>
                {name !== '' && <strong className={styles.labelName}>{name}</strong>}
                <span data-pet-id>Pet {text}</span>
                {barcode !== '' && <span className={styles.labelBarcode}>{barcode}</span>}
              </div>
              <BarCode text={code} label={t('print.barcodeOf', { pet: labelOf(id) })} />
            </li>
          );
        })}
      </ul>
    </main>
  );
}

function describeFilter({ status, level, search }: Filter, threshold: number): string {
  const hasLevels = details.value.values().some(({ lowAt }) => lowAt !== null);
  const levelTitles = {
    all: t('print.stockLevels'),
    low: hasLevels ? t('print.lowStockOrOwn', { threshold }) : t('print.lowStock', { threshold }),
    out: t('stock.outOfStock'),
  };
  const parts = [levelTitles[level]];
  if (status !== 'all') parts.push(t('print.status', { status }));
  const fields = t('stock.searchedFields', { fields: searchedFields.value });
  if (search.trim() !== '') parts.push(t('print.search', { fields, text: search.trim() }));
  return formatList(parts, 'unit');
}

/**
 * Downloads the filtered pets in the order of the table, as a CSV file that can be imported again.
 */
export function exportShownPets(): void {
  const pets = view.rows.flatMap(({ id }) => stock.get(id) ?? []);
  const lines = csvLines(
    pets.map((pet) => ({ ...pet, petId: pet.id })),
    detailsOf,
    { fields: fieldNames, statuses: statusNames, separator },
  );
  download(`pawstock-${dateText(new Date())}.csv`, [...lines]);
  notify({ tone: 'success', text: t('print.exported', { count: pets.length }) });
}
