import type { Pet } from '../stock/pet.ts';

/** The same columns that an import reads. No value needs quotes. */
export function csvOf(pets: readonly Pet[]): string {
  const lines = pets.map(({ text, quantity, status }) => `${text},${quantity},${status}`);
  return `${['petId,quantity,status', ...lines].join('\n')}\n`;
}

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // The browser has begun with it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
