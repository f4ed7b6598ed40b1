import { useState } from 'react';
import type { Report } from '../../../client/inventory-types.ts';
import { linesMax, putLine, sheets } from '../counter/sheet.ts';
import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { lowThreshold, parseThreshold, readJson, writeJson } from '../state/storage.ts';
import { titleOf } from '../stock/details.ts';
import type { Pet } from '../stock/pet.ts';
import { useStockView } from '../stock/store.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notifications.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { orderOf } from './report.ts';
import { ReportTable } from './report-table.tsx';
import reportsStyles from './reports.module.css';

type Order = { readonly pet: Pet; readonly quantity: number; readonly daysLeft: number | null; readonly level: number };

const unsold = Number.MAX_SAFE_INTEGER;
const defaults = { daysLeft: '7', daysWanted: '30' };

/** What is at or below its level, or will be sold out soon, and how much of it to order. */
export function OrderTable({ report }: { readonly report: Report }) {
  const { stock } = useStockView();
  const threshold = useObservable(lowThreshold);
  const { canWrite } = usePermissions();
  const [terms, setTerms] = useState(() => ({ ...defaults, ...readJson<typeof defaults>('local', 'order') }));
  const change = (next: typeof defaults) => {
    setTerms(next);
    writeJson('local', 'order', next);
  };
  const wanted = {
    daysLeft: parseThreshold(terms.daysLeft) ?? Number(defaults.daysLeft),
    daysWanted: parseThreshold(terms.daysWanted) ?? Number(defaults.daysWanted),
  };
  const sales = new Map(report.pets.map((pet) => [pet.petId, pet]));
  const orders = stock.sorted.flatMap((pet): Order[] => {
    const level = pet.lowAt ?? threshold;
    const sold = sales.get(pet.id);
    const quantity = orderOf({ quantity: pet.quantity, level }, sold, wanted);
    return quantity === undefined ? [] : [{ pet, quantity, daysLeft: sold?.daysLeft ?? null, level }];
  });
  orders.sort((one, other) => (one.daysLeft ?? unsold) - (other.daysLeft ?? unsold));
  const receive = () => {
    const { isSaving, sent } = sheets.receiving.value;
    if (isSaving || sent !== undefined) {
      return notify({ tone: 'error', text: 'The list on Receive is being saved. Try again after that.' });
    }
    for (const { pet, quantity } of orders.slice(0, linesMax).reverse()) putLine('receiving', pet, quantity);
    location.hash = 'receiving';
  };
  return (
    <ReportTable
      title="What to order"
      file="what-to-order"
      columns={[
        { name: 'Pet', value: ({ pet }) => titleOf(pet.id) },
        { name: 'Order', value: ({ quantity }) => quantity },
        { name: 'In stock', value: ({ pet }) => pet.quantity },
        { name: 'Level', value: ({ level }) => level },
        { name: 'Days left', value: ({ daysLeft }) => daysLeft },
      ]}
      rows={orders}
      rowKey={({ pet }) => pet.text}
      empty="There is enough of everything."
    >
      <div className={reportsStyles.orderTerms}>
        <TextInput
          label="Fewer days left than"
          value={terms.daysLeft}
          onChange={(daysLeft) => change({ ...terms, daysLeft })}
          inputMode="numeric"
        />
        <TextInput
          label="Enough for days"
          value={terms.daysWanted}
          onChange={(daysWanted) => change({ ...terms, daysWanted })}
          inputMode="numeric"
        />
        {canWrite && orders.length > 0 && <Button onPress={receive}>Receive these</Button>}
      </div>
    </ReportTable>
  );
}
