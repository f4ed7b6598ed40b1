import { readStorage, writeStorage } from '../state/storage.ts';
import { lockChoice, people } from './people.ts';
import { lock, session } from './session.ts';

const checkEveryMs = 5_000;

/** When this tab was last used. */
let usedAtMs = Date.now();

/**
 * Locks a device that knows people after the chosen time in which no one has used it. Time that the
 * device sleeps counts as well, so the times are those of its clock.
 */
export function startAutoLock(): void {
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    window.addEventListener(type, noteUse, { capture: true, passive: true });
  session.subscribe(() => {
    if (session.value.kind === 'signed-in') usedAtMs = Date.now();
  });
  setInterval(lockIfUnused, checkEveryMs);
  document.addEventListener('visibilitychange', lockIfUnused);
}

/** Locks after a sale, if this device is to do so. */
export function lockAfterSale(): void {
  if (people.value.length > 0 && lockChoice() === 'sale') lock();
}

function noteUse(): void {
  if (people.value.length === 0) return;
  const nowMs = Date.now();
  if (Math.abs(nowMs - usedAtMs) < checkEveryMs) return;
  // The first key or touch after a sleep comes before the next check.
  lockIfUnused();
  usedAtMs = nowMs;
  writeStorage('local', 'used', String(nowMs));
}

function lockIfUnused(): void {
  if (people.value.length === 0 || session.value.kind !== 'signed-in') return;
  const inOtherTabs = Number(readStorage('local', 'used') ?? 0);
  const unusedMs = Date.now() - Math.max(usedAtMs, inOtherTabs);
  if (unusedMs >= minutesUntilLock() * 60_000) lock();
}

/** A device that locks after each sale also locks after five minutes without one. */
function minutesUntilLock(): number {
  const choice = lockChoice();
  return choice === 'sale' ? 5 : Number(choice);
}
