import { type ReactNode, useId, useState } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { downloadTable } from '../ui/download.ts';
import { formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { printedRowsMax, useIsPrinting } from '../ui/printing.ts';
import reportsStyles from './reports.module.css';

type Value = string | number | bigint | null;

export type ReportColumn<Row> = {
  readonly name: string;
  readonly value: (row: Row) => Value;
  /** The content of the cell, if it is not just the value. */
  readonly cell?: (row: Row) => ReactNode;
};

type Props<Row> = {
  readonly title: string;
  readonly note?: ReactNode;
  readonly file: string;
  readonly columns: readonly ReportColumn<Row>[];
  /** The rows in their first order. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly empty: string;
  readonly children?: ReactNode;
};

const rowsPerStep = 10;
const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export function ReportTable<Row>({ title, note, file, columns, rows, rowKey, empty, children }: Props<Row>) {
  const [sort, setSort] = useState<{ readonly column: number; readonly isDescending: boolean }>();
  const [rowsMax, setRowsMax] = useState(rowsPerStep);
  const isPrinting = useIsPrinting();
  const headingId = useId();
  const sorted = sort === undefined ? rows : rows.toSorted(comparatorOf(columns[sort.column], sort.isDescending));
  const save = () => {
    const lines = [columns.map(({ name }) => name), ...sorted.map((row) => columns.map(({ value }) => value(row)))];
    downloadTable(`${file}.csv`, lines);
  };
  return (
    <section className={reportsStyles.report} aria-labelledby={headingId}>
      <div className={reportsStyles.reportHead}>
        <h3 id={headingId}>{title}</h3>
        {rows.length > 0 && (
          <Button icon="download" aria-label={`CSV: ${title}`} onPress={save}>
            CSV
          </Button>
        )}
      </div>
      {note !== undefined && <p className="muted small">{note}</p>}
      {children}
      {rows.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        // Wide tables scroll on a phone; the keyboard scrolls them, too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
        <section className={reportsStyles.reportScroll} tabIndex={0} aria-label={`${title}: table`}>
          <table>
            <thead>
              <tr>
                {columns.map(({ name }, column) => {
                  const isSorted = sort?.column === column;
                  const order = sort?.isDescending ? 'descending' : 'ascending';
                  return (
                    <th key={name} scope="col" aria-sort={isSorted ? order : undefined}>
                      <LinkButton
                        onPress={() => setSort({ column, isDescending: isSorted ? !sort.isDescending : column > 0 })}
                      >
                        {name}
                        {isSorted && <Icon name={sort.isDescending ? 'down' : 'up'} />}
                      </LinkButton>
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {sorted.slice(0, isPrinting ? printedRowsMax : rowsMax).map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map(({ name, value, cell }) => (
                    <td key={name} data-number={typeof value(row) === 'string' ? undefined : true}>
                      {cell === undefined ? shown(value(row)) : cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {sorted.length > rowsMax && (
        <Button onPress={() => setRowsMax(rowsMax * 5)}>Show more of {formatNumber(sorted.length)}</Button>
      )}
    </section>
  );
}

export function shown(value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return typeof value === 'number' && !Number.isInteger(value) ? decimals.format(value) : formatNumber(value);
}

function comparatorOf<Row>(column: ReportColumn<Row> | undefined, isDescending: boolean) {
  const factor = isDescending ? -1 : 1;
  return (one: Row, other: Row): number => {
    const [a, b] = [column?.value(one) ?? null, column?.value(other) ?? null];
    // Rows without a value come last in both directions.
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === 'string' && typeof b === 'string')
      return factor * a.localeCompare(b, undefined, { numeric: true });
    return factor * (a < b ? -1 : a > b ? 1 : 0);
  };
}
