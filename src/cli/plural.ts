/** "1 pet", "2 pets"; `many` where an s does not do it. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
