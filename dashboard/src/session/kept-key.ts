/** The key lives as long as the tab: in its session storage and nowhere else. */
const name = 'pawstock.key';

export function keptKey(): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepKey(key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, key);
  } catch {
    // Without storage the key is asked for after every reload.
  }
}
