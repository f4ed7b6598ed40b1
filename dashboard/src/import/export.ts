import { notify } from '../app/toasts.tsx';
import type { Pet } from '../stock/pet.ts';
import { stock, view } from '../stock/store.ts';
import { formatCount } from '../ui/format.ts';

/** Downloads the filtered pets in the order of the table, as a CSV file that can be imported again. */
export function exportShownPets(): void {
  const pets = view.rows.flatMap(({ id }) => stock.get(id) ?? []);
  download(`pawstock-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(pets));
  notify({ tone: 'success', text: `${formatCount(pets.length, 'pet')} exported.` });
}

/** None of the values can contain a comma or a quote. */
function csvOf(pets: readonly Pet[]): string {
  const lines = pets.map(({ text, quantity, status }) => `${text},${quantity},${status}`);
  return `${['petId,quantity,status', ...lines].join('\n')}\n`;
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Late enough for the browser to have read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
