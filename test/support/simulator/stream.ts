import assert from 'node:assert/strict';
import type { History } from './history.ts';
import type { Entry } from './reference.ts';

/**
 * What one event stream has brought. Each event must be the next entry of one ledger: a stream must
 * not go on in another ledger after a failover has lost entries.
 */
export class StreamReader {
  readonly #history: History;
  /** The last event, or that after which the stream was asked to begin. Undefined: from now. */
  seq: number | undefined;
  /** The entries that the last event may have been: those of an import look alike in two ledgers. */
  #last: readonly Entry[] | undefined;
  #text = '';
  events = 0;

  constructor(history: History, after: number | undefined) {
    this.#history = history;
    this.seq = after;
  }

  /** Takes what has arrived of the stream, and checks the events that are complete. */
  receive(text: string): void {
    this.#text += text;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) if (!block.startsWith(':')) this.#receiveEvent(block);
  }

  #receiveEvent(block: string): void {
    const [, id, data] = /^id: (\d+)\nevent: change\ndata: (.*)$/.exec(block) ?? [];
    assert.ok(id !== undefined && data !== undefined, `no event: ${block}`);
    const seq = Number(id);
    assert.equal(seq, (this.seq ?? seq - 1) + 1, 'a stream has left out or repeated an event');
    const { requestId, petId } = JSON.parse(data) as Pick<Entry, 'requestId' | 'petId'>;
    const last = this.#last;
    const possible = this.#history
      .entriesAt(seq)
      .filter((one) => one.requestId === requestId && one.petId === petId)
      .filter(({ previous }) => last === undefined || (previous && last.includes(previous)));
    assert.ok(possible.length > 0, `a stream has brought ${data}, which is not the next entry`);
    this.#last = possible;
    this.seq = seq;
    this.events++;
  }
}
