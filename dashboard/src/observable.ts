import { useSyncExternalStore } from 'react';

/** A value outside React: it outlives every component, so that signing in anew or scrolling away loses nothing. */
export class Observable<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useValue<T>(observable: Observable<T>): T {
  return useSyncExternalStore(observable.subscribe, () => observable.value);
}
