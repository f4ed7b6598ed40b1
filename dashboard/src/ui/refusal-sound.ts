let audio: AudioContext | undefined;

/** Plays a short low tone for what was refused. Browsers may forbid sound, and a message on screen says the same. */
export function playRefusal(): void {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = 220;
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.2);
  } catch {
    // There is no sound.
  }
}
