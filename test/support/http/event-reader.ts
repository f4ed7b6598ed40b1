import type { TestService } from '../service/service.ts';

export type ReadEvent = { readonly id: number; readonly event: string; readonly data: string };

/** Reads server-sent events one by one. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #abort: AbortController;
  readonly #decoder = new TextDecoder();
  #text = '';
  readonly comments: string[] = [];

  private constructor(body: ReadableStream<Uint8Array>, abort: AbortController) {
    this.#reader = body.getReader();
    this.#abort = abort;
  }

  static async open(service: TestService, query = '', headers: Record<string, string> = {}): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(`${service.url}/v1/inventory/events${query}`, {
      headers: { authorization: `Bearer ${service.secret}`, ...headers },
      signal: abort.signal,
    });
    if (response.status !== 200 || response.body === null)
      throw new Error(`${response.status} ${await response.text()}`);
    return new EventReader(response.body as ReadableStream<Uint8Array>, abort);
  }

  /** The next event, or undefined where the stream has ended. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end === -1) {
        const { done, value } = await this.#reader.read();
        if (done) return undefined;
        this.#text += this.#decoder.decode(value, { stream: true });
        continue;
      }
      const block = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);
      if (block.startsWith(':')) this.comments.push(block);
      else return parse(block);
    }
  }

  /** Ends as a lost connection does, whatever has been received and not read. */
  cut(): void {
    this.#abort.abort();
  }
}

function parse(block: string): ReadEvent {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^\w+: /, '')]));
  return { id: Number(fields.get('id')), event: fields.get('event') ?? '', data: fields.get('data') ?? '' };
}
