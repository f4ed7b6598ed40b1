/** The first integer from `low` to `high` for which `isPast` is true, else `high`. `isPast` must then stay true. */
export function firstWhere(low: number, high: number, isPast: (value: number) => boolean): number {
  let [first, end] = [low, high];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (isPast(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
