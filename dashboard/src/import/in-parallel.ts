/** Works through `items`, a few at a time. After a failure nothing more is begun, and it is thrown once all is quiet. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed: { readonly error: unknown } | undefined;
  const worker = async () => {
    while (next < items.length && failed === undefined) {
      const item = items[next++] as T;
      await work(item).catch((error: unknown) => {
        failed ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  if (failed !== undefined) throw failed.error;
}
