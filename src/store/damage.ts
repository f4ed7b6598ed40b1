/**
 * The store holds what no working disk and program would have written. Unlike a store that cannot
 * be reached, it does not recover by itself.
 */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError';
}
