import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '../messages/all.ts';
import { formatNumber, withoutMarks } from '../messages/format.ts';
import { locale } from '../messages/language.ts';
import { nameOf } from '../stock/details.ts';
import { withLocalDigits } from '../stock/pet.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { downloadTable } from '../ui/download.ts';
import { Icon } from '../ui/icon.tsx';
import { printedRowsMax, useIsPrinting } from '../ui/printing.ts';
import reportsStyles from './reports.module.css';

type Value = string | number | bigint | null;

export type ReportColumn<Row> = {
  readonly name: string;
  readonly value: (row: Row) => Value;
  /** Renders a cell of the column. Without this function, the cell shows the plain value. */
  readonly cell?: (row: Row) => ReactNode;
  /** Shows a bar below each number, whose length compares the number with the largest one. */
  readonly hasBar?: boolean;
};

/**
 * The column with the name of a pet and, in small print, its ID. Without a name, it shows only the
 * ID.
 */
export function petColumn<Row>(idOf: (row: Row) => bigint): ReportColumn<Row> {
  const nameIn = (row: Row, id: string) => nameOf(idOf(row)) ?? t('reports.petId', { id });
  const numberIn = (row: Row, id: string) =>
    nameOf(idOf(row)) === undefined ? '' : ` ${t('reports.petIdBehindName', { id })}`;
  // A table that is exported has the digits that other programs read.
  const exported = (row: Row) => String(idOf(row));
  const shown = (row: Row) => withLocalDigits(String(idOf(row)));

  return {
    name: t('counter.columnPet'),
    value: (row) => withoutMarks(nameIn(row, exported(row)) + numberIn(row, exported(row))),
    cell: (row) => [
      <bdi key="name">{nameIn(row, shown(row))}</bdi>,
      <small key="number">{numberIn(row, shown(row))}</small>,
    ],
  };
}

type Props<Row> = {
  readonly title: string;
  readonly note?: ReactNode;
  /**
   * The name of the CSV file, and of the table in URLs. Without a name, the table cannot be
   * downloaded.
   */
  readonly file?: string;
  readonly columns: readonly ReportColumn<Row>[];
  /** The rows in the order that the table shows until the user sorts it. */
  readonly rows: readonly Row[];
  readonly empty?: string;
  /** Whether a row is shown before the user asks for all rows. */
  readonly matters?: (row: Row) => boolean;
  readonly children?: ReactNode;
};

const rowsAtFirst = 10;
const rowHeight = 41;
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

export function ReportTable<Row>(props: Props<Row>) {
  const { title, note, file, columns, rows, empty, matters, children } = props;
  const [sort, setSort] = useState<{ readonly column: number; readonly isDescending: boolean }>();
  const [showsAll, setShowsAll] = useState(false);
  const isPrinting = useIsPrinting();
  const headingId = useId();
  const scroller = useRef<HTMLElement>(null);
  // The button that shows all rows disappears, so the table takes the focus.
  useLayoutEffect(() => {
    if (showsAll) scroller.current?.focus({ preventScroll: true });
  }, [showsAll]);
  const sorted =
    sort === undefined
      ? rows
      : rows.toSorted(comparatorOf(columns[sort.column], sort.isDescending));
  const wanted = showsAll || isPrinting || matters === undefined ? sorted : sorted.filter(matters);
  const shown = wanted.slice(
    0,
    isPrinting ? printedRowsMax : showsAll ? wanted.length : rowsAtFirst,
  );
  const isNumber = columns.map(
    ({ value }) => (shown[0] && typeof value(shown[0]) !== 'string') || undefined,
  );
  const save = () => {
    const lines = [
      columns.map(({ name }) => name),
      ...sorted.map((row) => columns.map(({ value }) => value(row))),
    ];
    downloadTable(`${file}.csv`, lines);
  };
  return (
    <section className={reportsStyles.report} id={file} aria-labelledby={headingId}>
      <div className={reportsStyles.reportHead}>
        <h3 id={headingId}>{title}</h3>
        {rows.length > 0 && file !== undefined && (
          <Button icon="download" aria-label={t('reports.csvOf', { title })} onPress={save}>
            {t('reports.csv')}
          </Button>
        )}
      </div>
      {note !== undefined && <p className="muted small">{note}</p>}
      {children}
      {shown.length === 0 && <p className="muted">{empty}</p>}
      {shown.length > 0 && (
        <section
          ref={scroller}
          className={reportsStyles.reportScroll}
          data-scrolls-sideways
          data-all={showsAll || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table.
          tabIndex={0}
          aria-label={t('reports.tableOf', { title })}
        >
          <table aria-rowcount={shown.length + 1}>
            <thead>
              <tr>
                {columns.map(({ name }, column) => {
                  const isSorted = sort?.column === column;
                  const order = sort?.isDescending ? 'descending' : 'ascending';
                  return (
                    <th
                      key={name}
                      aria-sort={isSorted ? order : undefined}
                      data-number={isNumber[column]}
                      scope="col"
                    >
                      <LinkButton
                        onPress={() =>
                          setSort({
                            column,
                            isDescending: isSorted ? !sort.isDescending : column > 0,
                          })
                        }
                      >
                        {name}
                        {isSorted && <Icon name={sort.isDescending ? 'down' : 'up'} />}
                      </LinkButton>
                    </th>
                  );
                })}
              </tr>
            </thead>
            <TableRows
              columns={columns}
              rows={shown}
              isNumber={isNumber}
              scroller={showsAll && !isPrinting ? scroller : undefined}
            />
          </table>
        </section>
      )}
      {rows.length > shown.length && !isPrinting && (
        <Button onPress={() => setShowsAll(true)}>
          {t('reports.showAll', { count: rows.length })}
        </Button>
      )}
    </section>
  );
}

type RowsProps<Row> = Pick<Props<Row>, 'columns' | 'rows'> & {
  readonly isNumber: readonly (true | undefined)[];
  /**
   * The element in which a long table scrolls, so that only visible rows are rendered; undefined to
   * render all.
   */
  readonly scroller: RefObject<HTMLElement | null> | undefined;
};

function TableRows<Row>({ columns, rows, isNumber, scroller }: RowsProps<Row>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller?.current ?? null,
    estimateSize: () => rowHeight,
    overscan: 20,
    enabled: scroller !== undefined,
  });
  const visible = virtualizer.getVirtualItems();
  const from = visible[0]?.index ?? 0;
  const to = scroller === undefined ? rows.length : (visible.at(-1)?.index ?? -1) + 1;
  const most = useMemo(
    () => columns.map(({ hasBar, value }) => (hasBar ? mostOf(rows, value) : 0)),
    [columns, rows],
  );
  return (
    <tbody>
      {from > 0 && <tr style={{ height: from * rowHeight }} />}
      {rows.slice(from, to).map((row, index) => (
        <tr
          key={columns.map(({ value }) => value(row)).join('\n')}
          aria-rowindex={from + index + 2}
        >
          {columns.map(({ name, value, cell }, column) => (
            <td key={name} data-number={isNumber[column]}>
              {cell === undefined ? formatValue(value(row)) : cell(row)}
              {(most[column] ?? 0) > 0 && (
                <div
                  className={reportsStyles.rowBar}
                  style={{
                    inlineSize: `${(100 * Math.max(0, Number(value(row)))) / (most[column] ?? 1)}%`,
                  }}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
      {to < rows.length && <tr style={{ height: (rows.length - to) * rowHeight }} />}
    </tbody>
  );
}

function mostOf<Row>(rows: readonly Row[], value: (row: Row) => Value): number {
  return rows.reduce((most, row) => Math.max(most, Number(value(row))), 0);
}

export function formatValue(value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return typeof value === 'number' && !Number.isInteger(value)
    ? decimals.format(value)
    : formatNumber(value);
}

function comparatorOf<Row>(column: ReportColumn<Row> | undefined, isDescending: boolean) {
  const factor = isDescending ? -1 : 1;
  return (one: Row, other: Row): number => {
    const [a, b] = [column?.value(one) ?? null, column?.value(other) ?? null];
    // Rows without a value come last in both directions.
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === 'string' && typeof b === 'string')
      return factor * a.localeCompare(b, locale, { numeric: true });
    return factor * (a < b ? -1 : a > b ? 1 : 0);
  };
}
