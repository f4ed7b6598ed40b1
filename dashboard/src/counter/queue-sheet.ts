import { enqueue } from '../device/outbox.ts';
import {
  madeAtOf,
  ownNote,
  type Person,
  type WaitingLine,
  type WaitingList,
} from '../device/waiting-list.ts';
import { t } from '../messages/all.ts';
import { lockAfterSale } from '../session/auto-lock.ts';
import { writeQuantity } from '../stock/pet.ts';
import { notify } from '../ui/notifications.tsx';
import { describeLines } from './describe-lines.ts';
import { markDone } from './guide.ts';
import { isBlank, type Line, newSheet, type Sheet, type SheetKind, unitsOf } from './sheet.ts';
import { sheets, updateSheet } from './sheets.ts';

/**
 * Puts a sale, delivery or count among the lists that wait on this device, and makes room for the
 * next one.
 */
export async function queueSheet(kind: SheetKind, person: Person): Promise<void> {
  const sheet = sheets[kind].value;
  try {
    await enqueue(waitingFrom(kind, sheet, person));
  } catch {
    return updateSheet(kind, { error: t('offline.notKept') });
  }
  if (sheets[kind].value.idempotencyKey !== sheet.idempotencyKey) return;
  const entered = sheet.lines.filter((line) => !isBlank(line));
  if (kind === 'count') markDone(entered.map(({ petId }) => petId));
  sheets[kind].set({ ...newSheet(kind), lines: sheet.lines.filter(isBlank) });
  notify({ tone: 'success', text: t('offline.kept', { lines: describeLines(kind, entered) }) });
  if (kind === 'sell') lockAfterSale();
}

function waitingFrom(kind: SheetKind, sheet: Sheet, person: Person): WaitingList {
  const { sent, reservation } = sheet;
  const savedAtMs = sent?.atMs ?? Date.now();
  return {
    kind,
    lines: sheet.lines.filter((line) => !isBlank(line)).map(waitingLine),
    reason: sheet.reason,
    note: ownNote(sheet.note),
    reservation: reservation && { id: reservation.id, version: reservation.version },
    idempotencyKey: sheet.idempotencyKey,
    person,
    madeAtMs: madeAtOf(sheet.note)?.getTime() ?? savedAtMs,
    checkedAtMs: savedAtMs,
    progress: sent === undefined ? { kind: 'unsent' } : { kind: 'sent', rows: sent.rows },
  };
}

function waitingLine(line: Line): WaitingLine {
  const { petId, seen, newPet } = line;
  return { petId, units: unitsOf(line), seen, newPet };
}

/** The lines of a waiting list, for a person to change them on its screen. */
export function linesOf({ lines }: WaitingList): Line[] {
  return lines.map(({ petId, units, seen, newPet }) => {
    const line = { petId, amount: writeQuantity(units), seen, version: undefined };
    return newPet === undefined ? line : { ...line, newPet };
  });
}
