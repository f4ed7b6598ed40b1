/** Values in the browser's storage. Where the browser forbids it, nothing is remembered and everything else works. */

const areas = {
  /** Until the tab is closed. */
  session: () => sessionStorage,
  /** Until the user clears it. */
  local: () => localStorage,
};

export function readStorage(area: keyof typeof areas, name: string): string | undefined {
  try {
    return areas[area]().getItem(`pawstock.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Removes the value if it is undefined. */
export function writeStorage(area: keyof typeof areas, name: string, value: string | undefined): void {
  try {
    if (value === undefined) areas[area]().removeItem(`pawstock.${name}`);
    else areas[area]().setItem(`pawstock.${name}`, value);
  } catch {
    // Forbidden or full.
  }
}
