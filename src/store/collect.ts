/** All pages in one array. Only for what fits into memory. */
export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await Array.fromAsync(pages)).flat();
}
