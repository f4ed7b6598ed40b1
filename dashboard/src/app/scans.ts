import { editPet } from '../edit/save.ts';
import { history, openHistory } from '../history/history.ts';
import { importState } from '../import/import-state.ts';
import { usePermissions } from '../session/session.ts';
import { closeOverlay, overlay, screen } from '../state/screen.ts';
import { connection } from '../stock/live-updates.ts';
import type { Pet } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { notify } from '../ui/notifications.tsx';
import { setFieldValue } from '../ui/press-key.ts';
import { useScanner } from '../ui/scanner.ts';

const codeCharactersMax = 80;

/** Adds one of a pet to a list. Returns why that is not possible. */
export type AddScanned = (kind: 'receiving' | 'count', pet: Pet) => string | undefined;

/** Handles scans: the stock opens the pet's editor, a list gets one more of it, other screens show its history. */
export function useScans(addScanned: AddScanned): void {
  const { canWrite } = usePermissions();
  useScanner((code) => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.dataset['takesScans'] !== undefined)
      return setFieldValue(field, code);
    const pet = stock.resolve(code);
    const refusal = whyNot(code, pet);
    if (refusal !== undefined || pet === undefined) return refuse(refusal);
    history.close();
    closeOverlay();
    const current = screen.value;
    const isList = current === 'activity' || current === 'reports' || current === 'settings';
    if (isList || !canWrite) openHistory(pet.id);
    else if (current !== 'stock') refuse(addScanned(current, pet));
    else if (!editPet(pet.id)) playRefusal();
  });
}

function whyNot(code: string, pet: Pet | undefined): string | undefined {
  const { kind } = overlay.value ?? {};
  const isForm = kind === 'add' || kind === 'details' || kind === 'remove' || importState.value !== undefined;
  if (isForm) return 'Close this window before you scan.';
  if (pet !== undefined) return undefined;
  if (connection.value.loaded !== 'all') return 'Not all pets have been loaded yet. Scan again in a moment.';
  return `No pet has the code “${code.slice(0, codeCharactersMax)}”.`;
}

function refuse(text: string | undefined): void {
  if (text === undefined) return;
  notify({ tone: 'error', text });
  playRefusal();
}

let audio: AudioContext | undefined;

/** Plays a short low tone for a scan that was refused. Browsers may forbid sound. */
function playRefusal(): void {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = 220;
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.2);
  } catch {
    // A message on screen says the same.
  }
}
