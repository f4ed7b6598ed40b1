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
