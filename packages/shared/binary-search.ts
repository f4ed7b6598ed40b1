/**
 * Searches a range for the first integer that meets a condition. All later integers must meet the
 * condition, too.
 */
export function firstWhere(low: number, high: number, isPast: (value: number) => boolean): number {
  let [first, end] = [low, high];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (isPast(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
