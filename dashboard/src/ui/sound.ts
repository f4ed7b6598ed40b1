let audio: AudioContext | undefined;

/** Plays a short low tone for a scan that was refused. Browsers may forbid sound. */
export function playRefusal(): void {
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
