/** The first integer from `low` to `high` that `isPast` accepts, else `high`. It must accept all later ones, too. */
export function firstWhere(low: number, high: number, isPast: (value: number) => boolean): number {
  let [first, end] = [low, high];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (isPast(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
