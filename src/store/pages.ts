/** What comes in pages, all at once: for those who need it so and know that it fits. */
export async function allOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await Array.fromAsync(pages)).flat();
}
