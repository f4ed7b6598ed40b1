const shownMs = 2_600;
const marksMax = 500;

/** Pets that have just changed, with the difference, for as long as that is worth pointing out. */
export class Marks {
  readonly #marks = new Map<bigint, { readonly delta: number; readonly untilMs: number }>();

  add(id: bigint, delta: number): void {
    this.#marks.delete(id);
    this.#marks.set(id, { delta, untilMs: Date.now() + shownMs });
    // A flood of changes is not worth remembering one by one.
    for (const oldest of this.#marks.keys()) {
      if (this.#marks.size <= marksMax) return;
      this.#marks.delete(oldest);
    }
  }

  get(id: bigint): number | undefined {
    return this.#marks.get(id)?.delta;
  }

  /** Takes away those whose time is over; returns when to come back, if any are left. */
  sweep(): number | undefined {
    const nowMs = Date.now();
    for (const [id, { untilMs }] of this.#marks) {
      if (untilMs > nowMs) return untilMs - nowMs;
      this.#marks.delete(id);
    }
    return undefined;
  }
}
