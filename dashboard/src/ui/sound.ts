import { type Notification, notify } from './notifications.tsx';

const frequencies = { accepted: 880, refused: 220 } as const;

let audio: AudioContext | undefined;

/** Plays a short tone: high for a scan that was accepted, low for one that was refused. Browsers may forbid sound. */
export function playTone(kind: keyof typeof frequencies): void {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = frequencies[kind];
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.2);
  } catch {
    // Sound is not essential: a message on the screen says the same.
  }
}

/** Tells the user why a scan is refused, if `text` says so. Returns false if the scan is accepted. */
export function refuse(text: string | undefined, action?: Notification['action']): boolean {
  if (text === undefined) return false;
  notify({ tone: 'error', text, action });
  playTone('refused');
  return true;
}
