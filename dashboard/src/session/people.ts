import type { ApiKey } from 'pawstock-client/inventory-types.ts';
import { apiUrl } from '../state/api-url.ts';
import { Observable } from '../state/observable.ts';
import { readJson, readStorage, writeJson, writeStorage } from '../state/storage.ts';
import type { SealedText } from './seal.ts';

/** A person whom this device knows: their API key, encrypted with their PIN. */
export type Person = {
  readonly key: ApiKey;
  readonly sealedSecret: SealedText;
  /** How many wrong PINs were typed since the last right one. */
  readonly wrongPins: number;
};

/** The people of this device, in the order in which they came. */
export const people = new Observable<readonly Person[]>([]);

/** One origin may serve several shops under different paths, and each has its own people. */
const storageName = () => `people ${apiUrl()}`;

/** JSON has no dates, so these are texts in the browser's storage. */
type StoredPerson = Omit<Person, 'key'> & {
  readonly key: Omit<ApiKey, 'createdAt' | 'expiresAt'> & {
    readonly createdAt: string;
    readonly expiresAt: string | null;
  };
};

/** Reads the people of this device, now and whenever another tab changes them. */
export function followPeople(): void {
  read();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.endsWith(storageName())) read();
  });
}

function read(): void {
  const stored = readJson<readonly StoredPerson[]>('local', storageName()) ?? [];
  people.set(
    stored.map((person) => ({
      ...person,
      key: {
        ...person.key,
        createdAt: new Date(person.key.createdAt),
        expiresAt: person.key.expiresAt === null ? null : new Date(person.key.expiresAt),
      },
    })),
  );
}

/**
 * Changes the people of this device, in all tabs. Returns false if the browser cannot store them.
 */
export function changePeople(change: (people: readonly Person[]) => readonly Person[]): boolean {
  // Another tab may have changed them a moment ago.
  read();
  const changed = change(people.value);
  writeJson('local', storageName(), changed.length === 0 ? undefined : changed);
  read();
  return people.value.length === changed.length;
}

export function forgetPerson(keyId: number): void {
  changePeople((known) => known.filter(({ key }) => key.id !== keyId));
}

/** When this device locks by itself: after each sale, or after minutes in which no one uses it. */
export const lockChoices = ['sale', '1', '5', '15', '60'] as const;
export type LockChoice = (typeof lockChoices)[number];

export function lockChoice(): LockChoice {
  const stored = readStorage('local', 'lock');
  return lockChoices.find((choice) => choice === stored) ?? '5';
}

export function chooseLock(choice: LockChoice): void {
  writeStorage('local', 'lock', choice);
}
