export type ServerSentEvent = { readonly event: string; readonly data: string };

/** Parses an event stream that arrives in chunks of any size. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  #line = '';
  #event = '';
  #data: string[] = [];

  /** Parses the next chunk of the stream. Returns the events that end in this chunk. */
  push(chunk: Uint8Array): ServerSentEvent[] {
    const lines = (this.#line + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#line = lines.pop() ?? '';
    return lines
      .map((line) => this.#parseLine(line.replace(/\r$/, '')))
      .filter((event) => event !== undefined);
  }

  #parseLine(line: string): ServerSentEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#event = value;
    if (field === 'data') this.#data.push(value);
    return undefined;
  }

  #dispatch(): ServerSentEvent | undefined {
    const event =
      this.#data.length === 0 ? undefined : { event: this.#event, data: this.#data.join('\n') };
    this.#event = '';
    this.#data = [];
    return event;
  }
}
