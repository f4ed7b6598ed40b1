import type { Report } from 'pawstock-client/inventory-types.ts';
import { useMemo, useState } from 'react';
import { linesMax } from '../counter/sheet.ts';
import { editSheet, sheets, whyLocked } from '../counter/sheets.ts';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { lowThreshold, parseThreshold, readJson, writeJson } from '../state/storage.ts';
import { withAsciiDigits, withLocalDigits } from '../stock/pet.ts';
import { stock, useStockView } from '../stock/store.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { copyText, notify } from '../ui/notifications.tsx';
import { printAlone } from '../ui/printing.ts';
import { TextInput } from '../ui/text-input.tsx';
import { type Order, ordersOf, orderText } from './load-report.ts';
import { petColumn, ReportTable } from './report-table.tsx';
import reportsStyles from './reports.module.css';

const defaults = { daysLeft: '7', daysWanted: '30' };

const storedTerms = () => ({ ...defaults, ...readJson<typeof defaults>('local', 'order') });

/**
 * The pets to order. By default, `daysLeft` and `daysWanted` are what the user last typed in this
 * browser.
 */
export function useOrders(
  report: Report | undefined,
  { daysLeft, daysWanted } = storedTerms(),
): readonly Order[] {
  const { changes } = useStockView().stock;
  const threshold = useObservable(lowThreshold);
  // The pets to order are computed only after a change, because each computation looks at up to 100,000 pets.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` grows with each change of a pet.
  return useMemo(() => {
    const wanted = {
      daysLeft: parseThreshold(withAsciiDigits(daysLeft)) ?? Number(defaults.daysLeft),
      daysWanted: parseThreshold(withAsciiDigits(daysWanted)) ?? Number(defaults.daysWanted),
    };
    return report === undefined ? [] : ordersOf(stock.sorted, report, threshold, wanted);
  }, [report, changes, threshold, daysLeft, daysWanted]);
}

/** The longest mailto: link, in characters. Mail programs cut longer links off. */
const mailedMax = 1_500;

export function OrderTable({ report }: { readonly report: Report }) {
  const { canWrite } = usePermissions();
  const [terms, setTerms] = useState(storedTerms);
  const change = (next: typeof defaults) => {
    setTerms(next);
    writeJson('local', 'order', next);
  };
  const orders = useOrders(report, terms);
  const text = orderText(orders);
  const receive = () => {
    const { lines } = sheets.receiving.value;
    if (whyLocked(sheets.receiving.value))
      return notify({ tone: 'error', text: t('reports.receiveBusy') });
    const linesLeft = linesMax - lines.length;
    const known = new Set(lines.map(({ petId }) => petId));
    const added = orders
      .filter(({ pet }) => !known.has(pet.id))
      .map(({ pet }) => ({ petId: pet.id, amount: '', seen: pet.quantity, version: undefined }));
    if (added.length > linesLeft)
      notify({ tone: 'error', text: t('counter.tooManyLines', { max: linesMax }) });
    editSheet('receiving', { lines: [...added.slice(0, linesLeft), ...lines] });
    location.hash = 'receiving';
  };
  const copy = () =>
    copyText(text, t('reports.linesCopied', { count: orders.length }), t('reports.notCopied'));
  const mailed = encodeURIComponent(text.replaceAll('\n', '\r\n'));
  const mail = `mailto:?subject=${encodeURIComponent(t('reports.mailSubject'))}&body=${mailed}`;
  const refuseMail = () => notify({ tone: 'error', text: t('reports.mailTooLong') });
  return (
    <ReportTable
      title={t('reports.whatToOrder')}
      file="what-to-order"
      columns={[
        petColumn(({ pet }: Order) => pet.id),
        { name: t('reports.order'), value: ({ quantity }) => quantity, hasBar: true },
        { name: t('reports.inStock'), value: ({ pet }) => pet.quantity },
        { name: t('reports.level'), value: ({ level }) => level },
        { name: t('reports.daysLeft'), value: ({ daysLeft }) => daysLeft },
      ]}
      rows={orders}
      empty={t('reports.nothingToOrder')}
    >
      <p className="print-only">{formatDateTime(new Date())}</p>
      <div className={reportsStyles.orderTerms}>
        <TextInput
          label={t('reports.fewerDaysLeft')}
          value={withLocalDigits(terms.daysLeft)}
          onChange={(daysLeft) => change({ ...terms, daysLeft })}
          inputMode="numeric"
        />
        <TextInput
          label={t('reports.enoughForDays')}
          value={withLocalDigits(terms.daysWanted)}
          onChange={(daysWanted) => change({ ...terms, daysWanted })}
          inputMode="numeric"
        />
        {orders.length > 0 && (
          <div className={reportsStyles.orderActions}>
            <Button icon="print" onPress={() => printAlone('order')}>
              {t('dialog.print')}
            </Button>
            <Button onPress={copy}>{t('reports.copy')}</Button>
            {mail.length <= mailedMax ? (
              <a className={buttonStyles.button} href={mail}>
                {t('reports.mail')}
              </a>
            ) : (
              <Button onPress={refuseMail}>{t('reports.mail')}</Button>
            )}
            {canWrite && <Button onPress={receive}>{t('reports.receiveThese')}</Button>}
          </div>
        )}
      </div>
    </ReportTable>
  );
}
