/** The pets by their barcodes: fields for quantities look up every text that is typed. */
let holders: ReadonlyMap<string, bigint> = new Map();

export function setHolders(next: ReadonlyMap<string, bigint>): void {
  holders = next;
}

export function holderOf(barcode: string): bigint | undefined {
  return holders.get(barcode);
}
