import type { BatchRow } from 'pawstock-client/inventory-types.ts';
import { describeError, hasCode, isFinalRefusal } from '../api/describe-error.ts';
import { isRepeatable } from '../api/sent.ts';
import { newIdempotencyKey, readItems, repeatIfRefused } from '../api/writes.ts';
import { canKeep } from '../device/database.ts';
import { t } from '../messages/all.ts';
import { formatList } from '../messages/format.ts';
import { lockAfterSale } from '../session/auto-lock.ts';
import { rememberUser, requireSession, sentNow } from '../session/session.ts';
import { labelOf, showDetails } from '../stock/details.ts';
import { connection } from '../stock/live-updates.ts';
import { isFar, parseQuantity } from '../stock/pet.ts';
import { loadReserved } from '../stock/reserved.ts';
import { applyRead, stock } from '../stock/store.ts';
import { offerUndo } from '../stock/undo.ts';
import { isTooSoon } from '../ui/answer-time.ts';
import { notify } from '../ui/notifications.tsx';
import { requirePerson } from '../waiting/person.ts';
import { isReachable } from '../waiting/reachable.ts';
import { describeLines } from './describe-lines.ts';
import { markDone } from './guide.ts';
import { queueSheet } from './queue-sheet.ts';
import { isBlank, newSheet, outcomeOf, type Sheet, type SheetKind, unitsOf } from './sheet.ts';
import { countProblems, editLine, petOfLine, sheets, updateSheet } from './sheets.ts';

/** Whether sending a list again may save it twice. */
export function isTooOld({ sent }: Sheet): boolean {
  return sent !== undefined && !isRepeatable(sent, sentNow());
}

/**
 * Saves all lines of a sale, delivery or count, or none. After a lost response, the same request is
 * sent again.
 */
export async function saveSheet(kind: SheetKind): Promise<void> {
  const sheet = sheets[kind].value;
  if (sheet.isSaving || sheet.lines.length === 0 || isTooOld(sheet)) return;
  // A key that is held, or pressed twice, is no answer to a question that has just appeared.
  if (isTooSoon(sheet.askedAtMs, performance.now())) return;
  if (sheet.sent === undefined && countProblems(kind) > 0) return;
  if (sheet.lines.every(isBlank)) return updateSheet(kind, { error: t('counter.nothingArrived') });
  if (!canKeep() && !navigator.onLine && connection.value.state === 'offline')
    return updateSheet(kind, { error: t('counter.offline', { kind }) });
  if (sheet.sent === undefined && hasDoubt(kind, sheet)) return;
  updateSheet(kind, { isSaving: true, error: undefined });
  // Another user may sign in before the response arrives. It must not clear that user's sale,
  // delivery or count.
  const isCurrent = () => sheets[kind].value.idempotencyKey === sheet.idempotencyKey;
  const person = requirePerson();
  try {
    if (canKeep() && !(await isReachable())) await queueSheet(kind, person);
    else await send(kind, sheet, isCurrent);
  } catch (error) {
    // Without an answer, the list may be stored. It waits for the person who has sent it.
    if (isCurrent() && canKeep() && !isFinalRefusal(error)) await queueSheet(kind, person);
    else if (isCurrent()) await explainFailure(kind, error);
  } finally {
    updateSheet(kind, { isSaving: false });
  }
}

/** A signal that aborts when the connection is lost, so that the list can wait on this device. */
function untilOffline(): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const wasLive = connection.value.state === 'live';
  const end = connection.subscribe(() => {
    if (canKeep() && wasLive && connection.value.state === 'offline') controller.abort();
  });
  return { signal: controller.signal, end };
}

/**
 * Asks the user, once for each amount, to confirm changes so large that they may be typing errors.
 */
function hasDoubt(kind: SheetKind, { lines }: Sheet): boolean {
  const asked: string[] = [];
  const marked = lines.map((line) => {
    const pet = petOfLine(line);
    const amount = parseQuantity(line.amount);
    if (pet === undefined || amount === undefined || line.doubted === line.amount) return line;
    const after = outcomeOf(kind, pet, amount);
    if (!isFar(pet.quantity, after)) return line;
    asked.push(t('counter.farChange', { pet: labelOf(pet.id), before: pet.quantity, after }));
    return { ...line, doubted: line.amount };
  });
  if (asked.length === 0) return false;
  updateSheet(kind, {
    lines: marked,
    askedAtMs: performance.now(),
    error: t('counter.isThatRight', { kind, changes: listOf(asked) }),
  });
  return true;
}

async function send(kind: SheetKind, sheet: Sheet, isCurrent: () => boolean): Promise<void> {
  const { reason, sent, idempotencyKey, reservation } = sheet;
  const lines = sheet.lines.filter((line) => !isBlank(line));
  const { client, key } = requireSession();
  const isSameUser = rememberUser();
  if (sent === undefined && kind === 'count') {
    await readPets(lines.filter(({ version }) => version === undefined).map(({ petId }) => petId));
    // If a pet has changed since it was counted, the count is not saved until the user has chosen
    // how to go on.
    if (countProblems(kind) > 0) return;
    const versioned = sheets.count.value.lines.map((line) => ({
      ...line,
      version: line.version ?? stock.versionOf(line.petId),
    }));
    updateSheet(kind, { lines: versioned });
  }
  const sendRows = async (refusal: unknown) => {
    const known = refusal === undefined ? sent : undefined;
    const rows = known?.rows ?? (await rowsOf(kind));
    if (!isCurrent()) return false;
    updateSheet(kind, {
      sent: known ?? { rows, atMs: Date.now(), keyCreatedMs: key.createdAt.getTime() },
    });
    const { signal, end } = untilOffline();
    try {
      if (reservation === undefined)
        await client.updateInventoryBatch(rows, { idempotencyKey, signal });
      else
        await client.sellReservation(reservation.id, noteIn(sheet), {
          idempotencyKey,
          version: reservation.version,
          signal,
        });
    } finally {
      end();
    }
    return true;
  };
  // If pets' versions are outdated, a sale or delivery is sent again with the latest, as it only
  // takes or adds units.
  const isOfAnyVersion = kind !== 'count' && reservation === undefined;
  const isSent = await repeatIfRefused(
    sendRows,
    (refusal) => isOfAnyVersion && hasCode(refusal, 'version_mismatch'),
  );
  if (!isSent) return;
  if (kind === 'count' && isCurrent()) markDone(lines.map(({ petId }) => petId));
  if (isCurrent()) sheets[kind].set({ ...newSheet(kind), lines: sheet.lines.filter(isBlank) });
  if (!isSameUser()) return;
  if (kind === 'sell') lockAfterSale();
  // Locking has ended the session.
  if (!isSameUser()) return;
  if (kind === 'sell') void loadReserved();
  const added = lines.flatMap(({ petId, newPet }) => (newPet ? [[petId, newPet] as const] : []));
  if (added.length > 0) {
    showDetails(added.map(([petId, { status, ...details }]) => [petId, details] as const));
    readPets(added.map(([petId]) => petId)).catch(() => undefined);
  }
  const entered = describeLines(kind, lines);
  const text = reservation
    ? t('counter.soldReservation', { id: reservation.id, lines: entered })
    : t('counter.saved', { kind, lines: entered });
  // An API key that must send versions has no undo: the service's response does not contain the
  // pets' new versions.
  if (requireSession().key.requireVersion) return notify({ tone: 'success', text });
  const undo = async (undoKey: string) => {
    // Undo sends the opposite difference for each pet, and no quantity, so later changes by other
    // users stay.
    const rows = lines.map((line) => {
      const units = unitsOf(line);
      const delta = { sell: units, receiving: -units, count: line.seen - units }[kind];
      return { petId: line.petId, delta, reason, note: 'Undo' };
    });
    await requireSession().client.updateInventoryBatch(rows, { idempotencyKey: undoKey });
    return t('counter.undone', { lines: entered });
  };
  // Two tabs may both offer to undo the same sale. With the same Idempotency-Key, it is undone only
  // once.
  offerUndo(text, undo, `${idempotencyKey}-undo`);
}

const listedMax = 3;

/** Lists the first three texts and counts the others, as in "Rex, Max, Tom and 2 more". */
export function listOf(words: readonly string[]): string {
  const count = words.length - listedMax;
  return formatList([
    ...words.slice(0, listedMax),
    ...(count > 0 ? [t('counter.more', { count })] : []),
  ]);
}

const noteIn = ({ note }: Sheet) => (note.trim() === '' ? {} : { note: note.trim() });

async function rowsOf(kind: SheetKind): Promise<BatchRow[]> {
  const sheet = sheets[kind].value;
  const lines = sheet.lines.filter((line) => !isBlank(line));
  const remarks = { reason: sheet.reason, ...noteIn(sheet) };
  // Adding and taking units needs no version, but some API keys must send a version with every
  // write.
  const isVersioned = kind !== 'count' && requireSession().key.requireVersion;
  if (isVersioned) await readPets(knownPetsIn(lines));
  return lines.map((line) => {
    const { petId, version, newPet } = line;
    const units = unitsOf(line);
    // With version 0, the service refuses to overwrite a pet that another user has added meanwhile.
    if (newPet !== undefined) return { petId, quantity: units, ...newPet, version: 0, ...remarks };
    if (kind === 'count') return { petId, quantity: units, version, ...remarks };
    const delta = kind === 'sell' ? -units : units;
    return { petId, delta, ...(isVersioned && { version: stock.versionOf(petId) }), ...remarks };
  });
}

async function explainFailure(kind: SheetKind, error: unknown): Promise<void> {
  const failure = t('counter.failed', { kind });
  // Until a refusal is final, an earlier attempt may be stored: the client repeats a request whose
  // response is lost.
  if (!isFinalRefusal(error)) return updateSheet(kind, { error: describeError(error, failure) });
  const { lines } = sheets[kind].value;
  updateSheet(kind, { sent: undefined });
  if (hasCode(error, 'version_mismatch', 'pet_not_found', 'insufficient_stock')) {
    // The service's refusal names only one of the changed pets. Reading the pets of all lines finds
    // the others.
    await Promise.all([readPets(lines.map(({ petId }) => petId)), loadReserved()]).catch(
      () => undefined,
    );
    if (countProblems(kind) > 0) return;
  }
  const isReused = hasCode(error, 'idempotency_key_reused');
  if (isReused) updateSheet(kind, { idempotencyKey: newIdempotencyKey() });
  updateSheet(kind, {
    error: isReused ? t('counter.savedOtherwise', { kind }) : describeError(error, failure),
  });
}

function knownPetsIn(lines: Sheet['lines']): bigint[] {
  return lines.filter(({ newPet }) => newPet === undefined).map(({ petId }) => petId);
}

function readPets(petIds: readonly bigint[]): Promise<void> {
  return readItems(
    requireSession().client,
    petIds,
    (_petId, read) => read && applyRead(read.item, read.version),
  );
}

/**
 * Fetches the version of a pet that has just been counted. If this fails, saving fetches the
 * version again.
 */
export async function fetchVersion(petId: bigint): Promise<void> {
  await readPets([petId]);
  const line = sheets.count.value.lines.find((one) => one.petId === petId);
  if (line === undefined || line.version !== undefined || line.seen !== stock.get(petId)?.quantity)
    return;
  editLine('count', petId, { version: stock.versionOf(petId) });
}

/**
 * Unlocks a sale, delivery or count that is too old to be sent again, so that the user can change
 * and save it.
 */
export function unlock(kind: SheetKind): void {
  updateSheet(kind, { sent: undefined, error: undefined, idempotencyKey: newIdempotencyKey() });
}
