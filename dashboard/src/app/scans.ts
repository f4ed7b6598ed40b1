import { addScanned, showReservation } from '../counter/scan-line.ts';
import { editPet } from '../edit/save.ts';
import { openHistory, petHistory } from '../history/history.ts';
import { importState } from '../import/import-state.ts';
import { t } from '../messages/all.ts';
import type { usePermissions } from '../session/session.ts';
import { closeOverlay, overlay, screen } from '../state/screen.ts';
import { loadDetails } from '../stock/details.ts';
import { connection } from '../stock/live-updates.ts';
import { newPetOf, type Pet, withoutAim } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { setFieldValue } from '../ui/press-key.ts';
import { playTone, refuse } from '../ui/sound.ts';

const codeCharactersMax = 80;
const detailsTimeoutMs = 3_000;

type Permissions = ReturnType<typeof usePermissions>;

/**
 * Handles a scanned code. The screen Stock opens the pet's editor. Sell, Receive and Count add a
 * unit of the pet. Other screens, and read-only API keys, open its history. This function is
 * synchronous: the next scan may follow at once.
 */
export function scan(scanned: string, permissions: Permissions): void {
  const code = withoutAim(scanned);
  const pet = stock.resolve(code);
  const field = fieldFor(pet);
  if (field !== undefined) setFieldValue(field, code);
  else if (!refuse(whyNotNow(pet))) {
    if (pet === undefined) void handleUnknown(code, permissions);
    else handlePet(pet, permissions);
  }
}

/**
 * Returns the barcode field that takes the scanned code: the focused one or, if no pet has the
 * code, an empty one.
 */
function fieldFor(pet: Pet | undefined): HTMLInputElement | undefined {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-takes-scans]')];
  return fields.find(
    (it) => it === document.activeElement || (pet === undefined && it.value === ''),
  );
}

function handlePet(pet: Pet, { canWrite }: Permissions): void {
  petHistory.close();
  closeOverlay();
  const current = screen.value;
  const isReading = current === 'activity' || current === 'reports' || current === 'settings';
  if (isReading || !canWrite) openHistory(pet.id);
  else if (current !== 'stock') refuse(addScanned(current, pet));
  else if (!editPet(pet.id)) playTone('refused');
}

function whyNotNow(pet: Pet | undefined): string | undefined {
  const isForm =
    document.querySelector('[role=dialog] form') !== null || importState.value !== undefined;
  if (isForm) return t('dialog.scanAfterClosing');
  if (pet !== undefined || connection.value.loaded === 'all') return undefined;
  return t('dialog.scanAfterLoading');
}

/**
 * A code that this page does not know may be the id of a reservation, on Sell, or a barcode that
 * was just entered.
 */
async function handleUnknown(code: string, permissions: Permissions): Promise<void> {
  const { canWrite, canAdminister } = permissions;
  if (screen.value === 'sell' && canWrite && (await showReservation(code))) return;
  if (connection.value.state === 'live') await loadDetails(AbortSignal.timeout(detailsTimeoutMs));
  const pet = stock.resolve(code);
  if (pet !== undefined) return refuse(whyNotNow(pet)) ? undefined : handlePet(pet, permissions);
  const shown = { code: code.slice(0, codeCharactersMax) };
  const run = () => overlay.set({ kind: 'add', ...newPetOf(code) });
  if (canAdminister) refuse(t('dialog.unknownCode', shown), { label: t('dialog.addThisPet'), run });
  else refuse(t('dialog.unknownCodeAsk', shown));
}
