const coarse = matchMedia('(pointer: coarse)');

/**
 * Whether the user points with a finger. Then no script may focus a field, because that would raise
 * the keyboard over the list.
 */
export function isTouchScreen(): boolean {
  return coarse.matches;
}
