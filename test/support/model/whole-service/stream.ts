import assert from 'node:assert/strict';
import type { Entry } from './model.ts';

type Request = { readonly secret: string | undefined; readonly headers: Readonly<Record<string, string>> };

/** An event stream, and all that it has brought. It must be what the ledger has, to the letter. */
export class OpenStream {
  text = '';
  isEnded = false;
  readonly #after: number;
  readonly #abort: AbortController;

  private constructor(after: number, abort: AbortController) {
    this.#after = after;
    this.#abort = abort;
  }

  static async open(url: string, { secret, headers }: Request, after: number): Promise<OpenStream> {
    const abort = new AbortController();
    const all = { authorization: `Bearer ${secret}`, ...headers };
    const response = await fetch(url, { headers: all, signal: abort.signal });
    assert.equal(response.status, 200, 'the status of a stream');
    const stream = new OpenStream(after, abort);
    stream.#read(response.body as ReadableStream<Uint8Array>).catch(() => {
      stream.isEnded = true;
    });
    return stream;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of body) this.text += decoder.decode(chunk, { stream: true });
    this.isEnded = true;
  }

  #expected(ledger: readonly Entry[]): string {
    const events = ledger
      .slice(this.#after)
      .map((entry) => `id: ${entry.seq}\nevent: change\ndata: ${JSON.stringify(entry)}\n\n`);
    return `: connected\n\n${events.join('')}`;
  }

  /** Whether it has brought all of the ledger. Fails if it has brought anything else. */
  isAt(ledger: readonly Entry[]): boolean {
    this.checkBeginning(ledger);
    return this.text.length === this.#expected(ledger).length;
  }

  /** Returns the last id that came. */
  checkBeginning(ledger: readonly Entry[]): number {
    assert.ok(this.#expected(ledger).startsWith(this.text), `a stream after ${this.#after} has brought ${this.text}`);
    const [, id = String(this.#after)] = /.*^id: (\d+)\n(?=event: change\ndata: .*\n\n)/ms.exec(this.text) ?? [];
    return Number(id);
  }

  close(): void {
    this.#abort.abort();
  }
}
