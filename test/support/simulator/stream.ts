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
  #last: Entry | undefined;
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
    const { requestId } = JSON.parse(data) as { requestId: string };
    const last = this.#last;
    const entry = this.#history
      .entriesAt(seq)
      .find((one) => one.requestId === requestId && (last === undefined || one.previous === last));
    assert.ok(entry !== undefined, `a stream has brought ${data}, which is not the next entry`);
    this.#last = entry;
    this.seq = seq;
    this.events++;
  }
}
