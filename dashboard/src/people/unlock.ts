import { changePeople, forgetPerson, type Person, people } from '../session/people.ts';
import { unseal } from '../session/seal.ts';
import { signInPerson } from '../session/session.ts';

/** With the last wrong PIN, this device forgets the person. */
const wrongPinsMax = 5;

export type Unlocking =
  | { readonly kind: 'unlocked' }
  | { readonly kind: 'wrong-pin'; readonly triesLeft: number }
  | { readonly kind: 'forgotten' };

/**
 * Signs in a person of this device with their PIN. One try runs at a time over all tabs, and is
 * counted before it is made, so that no reload or second tab gives more tries.
 */
export function unlock(keyId: number, pin: string): Promise<Unlocking> {
  return navigator.locks.request('pawstock.unlock', async () => {
    const person = countTry(keyId);
    if (person === undefined) return { kind: 'forgotten' };

    const secret = await unseal(person.sealedSecret, pin);
    if (secret !== undefined) {
      setWrongPins(keyId, 0);
      signInPerson(person.key, secret);
      return { kind: 'unlocked' };
    }

    const triesLeft = wrongPinsMax - person.wrongPins;
    if (triesLeft > 0) return { kind: 'wrong-pin', triesLeft };
    forgetPerson(keyId);
    return { kind: 'forgotten' };
  });
}

function countTry(keyId: number): Person | undefined {
  const before = people.value.find(({ key }) => key.id === keyId);
  if (before === undefined) return undefined;
  if (before.wrongPins >= wrongPinsMax) {
    forgetPerson(keyId);
    return undefined;
  }
  setWrongPins(keyId, before.wrongPins + 1);
  return people.value.find(({ key }) => key.id === keyId);
}

function setWrongPins(keyId: number, wrongPins: number): void {
  changePeople((known) =>
    known.map((person) => (person.key.id === keyId ? { ...person, wrongPins } : person)),
  );
}
