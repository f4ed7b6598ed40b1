import type { Random } from '../random.ts';

/** What may go wrong in the simulated world. */
export type FaultKind =
  | 'slow answer of the store'
  | 'store unavailable before a call'
  | 'store unavailable after a read'
  | 'outcome of a commit unknown'
  | 'failover'
  | 'failover that lost commits'
  | 'instance killed'
  | 'instance drained'
  | 'lease lost'
  | 'clock of the store stepped'
  | 'clock of an instance stepped'
  | 'request lost'
  | 'response lost'
  | 'message lost'
  | 'message refused'
  | 'message answered late'
  | 'acknowledgement lost';

/** Decides when a fault happens, and counts. Faults come in storms, with calm between them. */
export class Faults {
  readonly counts = new Map<FaultKind, number>();
  /** How likely a fault is at one opportunity, in thousandths. */
  level = 0;

  /** Whether a fault happens now. */
  happens(kind: FaultKind, random: Random): boolean {
    // A number is drawn in any case, so that calm and storms do not shift later random choices.
    const happens = random.below(1000) < this.level;
    if (happens) this.count(kind);
    return happens;
  }

  count(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }
}
