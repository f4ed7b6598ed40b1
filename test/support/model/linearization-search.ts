import { Explanations } from './explanation.ts';
import { describe, type Operation } from './history.ts';
import { type Inventory, isPast, nameOf, step } from './inventory-model.ts';

export type Verdict =
  | { readonly result: 'linearizable'; readonly steps: number; readonly order: readonly Operation[] }
  | { readonly result: 'violated'; readonly steps: number; readonly why: string }
  /** The bound was reached first. */
  | { readonly result: 'undecided'; readonly steps: number };

type Choice = {
  readonly operation: Operation;
  /** The answered operation that an unanswered write is to make fit. */
  readonly focus?: Operation;
};

/** What may be placed next, and how much of that has been tried. */
type Frame = { readonly before: Inventory; choices: readonly Choice[]; tried: number; complete: boolean };

/**
 * Wing and Gong's search with Lowe's memory: it places one operation after the other, among those that were called
 * before any unplaced one returned, and never visits the same set of placed operations with the same inventory twice.
 */
export class Search {
  /** By call. */
  readonly #answered: readonly Operation[];
  readonly #explaining: Explanations;
  readonly #indexOf: ReadonlyMap<Operation, number>;
  readonly #stepsMax: number;
  readonly #placed = new Set<Operation>();
  readonly #visited = new Set<string>();
  #inventory: Inventory;
  /** The first answered operation that is not placed. */
  #first = 0;
  #steps = 0;
  #farthest = { placed: -1, why: '' };

  constructor(history: readonly Operation[], inventory: Inventory, stepsMax: number) {
    const byCall = history.toSorted((a, b) => a.calledAt - b.calledAt);
    this.#answered = byCall.filter(({ output }) => output !== undefined);
    this.#explaining = new Explanations(byCall);
    this.#indexOf = new Map(this.#answered.map((operation, index) => [operation, index]));
    this.#inventory = inventory;
    this.#stepsMax = stepsMax;
  }

  run(): Verdict {
    const frames = [this.#frame()];
    for (let frame = frames[0]; frame !== undefined; frame = frames.at(-1)) {
      if (this.#first === this.#answered.length)
        return { result: 'linearizable', steps: this.#steps, order: orderIn(frames) };
      if (this.#steps > this.#stepsMax) return { result: 'undecided', steps: this.#steps };
      if (frame.tried === frame.choices.length && !frame.complete) this.#complete(frame);
      const choice = frame.choices[frame.tried++];
      if (choice === undefined) {
        frames.pop();
        const last = frames.at(-1);
        if (last !== undefined) this.#takeBack(last);
      } else if (this.#place(choice)) frames.push(this.#frame(choice.focus));
    }
    return { result: 'violated', steps: this.#steps, why: this.#farthest.why };
  }

  /** False where the answer does not fit, or the search has been here. */
  #place({ operation, focus }: Choice): boolean {
    const next = this.#step(operation);
    if (next === undefined) return false;
    const first = this.#first;
    this.#placed.add(operation);
    while (this.#placed.has(this.#answered[this.#first] as Operation)) this.#first++;
    const name = `${this.#placement()} ${focus?.requestId ?? ''} ${nameOf(next)}`;
    if (this.#visited.has(name)) {
      this.#placed.delete(operation);
      this.#first = first;
      return false;
    }
    this.#visited.add(name);
    this.#inventory = next;
    return true;
  }

  #takeBack({ before, choices, tried }: Frame): void {
    const { operation } = choices[tried - 1] as Choice;
    this.#placed.delete(operation);
    this.#inventory = before;
    this.#first = Math.min(this.#first, this.#indexOf.get(operation) ?? this.#first);
  }

  /** Which operations are placed: all answered ones before the first that is not, and those named. */
  #placement(): string {
    let name = String(this.#first);
    for (const operation of this.#window()) if (this.#placed.has(operation)) name += `,${operation.requestId}`;
    for (const write of this.#explaining.unanswered) if (this.#placed.has(write)) name += `,${write.requestId}`;
    return name;
  }

  /** From the first operation not placed to the last one that was called before any of the unplaced returned. */
  *#window(): Generator<Operation> {
    let returnedAt = Number.POSITIVE_INFINITY;
    for (let index = this.#first; index < this.#answered.length; index++) {
      const operation = this.#answered[index] as Operation;
      if (operation.calledAt > returnedAt) return;
      if (!this.#placed.has(operation)) returnedAt = Math.min(returnedAt, operation.returnedAt);
      yield operation;
    }
  }

  #open(): Operation[] {
    const open = [...this.#window()].filter((operation) => !this.#placed.has(operation));
    return open.sort((a, b) => a.returnedAt - b.returnedAt);
  }

  #frame(focus?: Operation): Frame {
    const before = this.#inventory;
    if (focus !== undefined) {
      const fits = this.#step(focus) === undefined ? [] : [{ operation: focus }];
      return { before, choices: [...fits, ...this.#explanations(focus)], tried: 0, complete: true };
    }
    const open = this.#open();
    const choices: Choice[] = [];
    for (const operation of open) {
      if (isPast(before, operation)) return this.#deadEnd(open);
      const next = this.#step(operation);
      // What changes nothing comes next, and nothing else: earlier is never worse for it.
      if (next === before) return { before, choices: [{ operation }], tried: 0, complete: true };
      if (next !== undefined) choices.push({ operation });
    }
    return { before, choices, tried: 0, complete: false };
  }

  #deadEnd(open: readonly Operation[]): Frame {
    if (this.#placed.size > this.#farthest.placed) {
      const why = `after ${this.#placed.size} operations, with ${nameOf(this.#inventory)}, one of these does not fit:`;
      this.#farthest = { placed: this.#placed.size, why: [why, ...open.map(describe)].join('\n  ') };
    }
    return { before: this.#inventory, choices: [], tried: 0, complete: true };
  }

  /** Adds what unanswered writes may explain, when nothing else is left to try. */
  #complete(frame: Frame): void {
    const open = this.#open();
    frame.choices = [...frame.choices, ...open.flatMap((operation) => this.#explanations(operation))];
    frame.complete = true;
    if (frame.choices.length === 0) this.#deadEnd(open);
  }

  #explanations(focus: Operation): Choice[] {
    const returnedAt = this.#open()[0]?.returnedAt ?? 0;
    const isPossible = (write: Operation) => write.calledAt <= returnedAt && !this.#placed.has(write);
    const possible = this.#explaining.unanswered.filter(isPossible);
    this.#steps += possible.length;
    return this.#explaining.of(focus, this.#inventory, possible).map((operation) => ({ operation, focus }));
  }

  #step(operation: Operation): Inventory | undefined {
    this.#steps++;
    return step(this.#inventory, operation);
  }
}

/** The last frame has placed nothing yet. */
function orderIn(frames: readonly Frame[]): Operation[] {
  return frames.slice(0, -1).flatMap(({ choices, tried }) => choices[tried - 1]?.operation ?? []);
}
