let audio: AudioContext | undefined;

/** A short low tone: what was scanned is not known. Browsers may forbid sound, until a key is pressed or always. */
export function playRefusal(): void {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = 220;
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.2);
  } catch {
    // The message says it, too.
  }
}
