import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';

/** What an event belongs to. The events of a machine that has died never happen. */
export type Machine = {
  readonly name: string;
  isAlive: boolean;
  /** How far the machine's clock is ahead of virtual time. */
  clockAheadMs: number;
};

type Event = {
  readonly atMs: number;
  /** Decides among events that are due at the same time. */
  readonly order: number;
  readonly machine: Machine;
  readonly name: string;
  work: (() => void) | undefined;
};

const latestKept = 400;

/**
 * Virtual time. Everything that happens in the simulated world is an event here or a microtask of
 * one: the seed alone decides the order. One event and all its microtasks are a step.
 */
export class Scheduler {
  nowMs = 0;
  steps = 0;
  readonly #random: Random;
  /** A binary heap: the first event is the next one. */
  readonly #events: Event[] = [];
  readonly #digest = createHash('sha256');
  #latest: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Lets `work` happen after a time. Returns a function that cancels it. */
  schedule(machine: Machine, afterMs: number, name: string, work: () => void): () => void {
    const order = this.#random.below(2 ** 30);
    const event: Event = { atMs: this.nowMs + afterMs, order, machine, name, work };
    this.#push(event);
    return () => {
      event.work = undefined;
    };
  }

  /** Lets the next event happen, and waits until its last microtask has run. */
  async step(): Promise<void> {
    for (;;) {
      const event = this.#pop();
      if (event === undefined) throw new Error('nothing is going to happen any more');
      const { work, machine, name, atMs } = event;
      if (work === undefined || !machine.isAlive) continue;

      this.nowMs = atMs;
      this.steps++;
      this.note(`${machine.name} ${name}`);
      work();
      await lastMicrotask();
      return;
    }
  }

  /** Adds a line to the run's digest, by which two runs are compared. */
  note(line: string): void {
    const timed = `${this.nowMs.toFixed(3)} ${line}`;
    this.#digest.update(timed);
    this.#latest.push(timed);
    if (this.#latest.length > 2 * latestKept) this.#latest = this.#latest.slice(-latestKept);
  }

  /** The latest events, for a report about a failure. */
  get latest(): readonly string[] {
    return this.#latest.slice(-latestKept);
  }

  /** A digest of all that has happened so far. */
  digest(): string {
    return this.#digest.copy().digest('hex');
  }

  #push(event: Event): void {
    const events = this.#events;
    let index = events.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(events[parent] as Event, event)) break;
      events[index] = events[parent] as Event;
      index = parent;
    }
    events[index] = event;
  }

  #pop(): Event | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (first === undefined || last === undefined || events.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= events.length) break;
      const right = events[child + 1];
      if (right !== undefined && isBefore(right, events[child] as Event)) child++;
      if (isBefore(last, events[child] as Event)) break;
      events[index] = events[child] as Event;
      index = child;
    }
    events[index] = last;
    return first;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}

/** Node runs all microtasks before the next turn of its event loop. */
const lastMicrotask = () => new Promise<void>((resolve) => setImmediate(resolve));
