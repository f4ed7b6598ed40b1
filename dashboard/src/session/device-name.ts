import { readStorage, writeStorage } from '../state/storage.ts';

/**
 * The API key of a person who was added at a device is named after both, as in "Ada @ Till 1". So
 * the ledger says where a change was made, and an owner can revoke all keys of a lost device.
 */
const separator = ' @ ';

export function keyNameAt(person: string, device: string): string {
  return person + separator + device;
}

/** The device in the name of an API key; undefined if the key was not made for one. */
export function deviceIn(keyName: string): string | undefined {
  const index = keyName.lastIndexOf(separator);
  return index > 0 ? keyName.slice(index + separator.length) : undefined;
}

/** What this device was called when a person was last added at it. */
export function deviceName(): string {
  return readStorage('local', 'device') ?? '';
}

export function nameDevice(name: string): void {
  writeStorage('local', 'device', name);
}
