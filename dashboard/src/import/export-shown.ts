import { count } from '../format.ts';
import { notify } from '../shell/notices.ts';
import { stock, view } from '../stock/shop.ts';
import { csvOf, download } from './export-csv.ts';

/** What the filter shows, in the order in which it shows it. */
export function exportShown(): void {
  const pets = view.rows.flatMap(({ id }) => stock.get(id) ?? []);
  download(`pawstock-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(pets));
  notify({ tone: 'good', text: `${count(pets.length, 'pet')} exported.` });
}
