/**
 * The element at an index that is known to be in the list. Throws if it is not: the compiler cannot
 * follow the index, and a fault must not go on as an undefined value.
 */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined)
    throw new RangeError(`there is no element ${index} in a list of ${list.length}`);
  return element;
}
