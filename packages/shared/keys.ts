/**
 * The keys of an object. TypeScript takes them for any strings, because an object may have more keys
 * than its type says: pass only objects that have no others, such as tables written in the code.
 */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}
