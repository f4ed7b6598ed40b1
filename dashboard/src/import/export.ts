import { notify } from '../app/notifications.tsx';
import type { Pet } from '../stock/pet.ts';
import { stock, view } from '../stock/store.ts';
import { formatCount } from '../ui/format.ts';

/** Downloads the filtered pets in the order of the table, as a CSV file that can be imported again. */
export function exportShownPets(): void {
  const pets = view.rows.flatMap(({ id }) => stock.get(id) ?? []);
  download(`pawstock-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(pets));
  notify({ tone: 'success', text: `${formatCount(pets.length, 'pet')} exported.` });
}

/** With a column for names only if a pet has one. */
function csvOf(pets: readonly Pet[]): string {
  const hasNames = pets.some(({ name }) => name !== '');
  const lines = pets.map(({ text, quantity, status, name }) =>
    [text, quantity, status, ...(hasNames ? [quote(name)] : [])].join(','),
  );
  return `${[`petId,quantity,status${hasNames ? ',name' : ''}`, ...lines].join('\n')}\n`;
}

function quote(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Late enough for the browser to have read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
