import { type Notification, notify } from './notifications.tsx';

const frequencies = { accepted: 880, refused: 220 } as const;

let audio: AudioContext | undefined;

/**
 * Plays a short tone: high for an accepted scan, low for a refused one. Browsers may forbid sound.
 */
export function playTone(kind: keyof typeof frequencies): void {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = frequencies[kind];
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.2);
  } catch {
    // The tone is not essential, because a message on the screen says the same.
  }
}

/**
 * If there is a reason to refuse a scan, shows it to the user and returns true. Otherwise returns
 * false.
 */
export function refuse(text: string | undefined, action?: Notification['action']): boolean {
  if (text === undefined) return false;
  notify({ tone: 'error', text, action });
  playTone('refused');
  return true;
}
