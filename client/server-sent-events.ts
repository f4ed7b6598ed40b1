export type ServerSentEvent = { readonly event: string; readonly data: string };

/** Takes the text of an event stream in pieces as they arrive, and gives the events that are complete. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  #line = '';
  #event = '';
  #data: string[] = [];

  push(bytes: Uint8Array): ServerSentEvent[] {
    const lines = (this.#line + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#line = lines.pop() ?? '';
    return lines.map((line) => this.#take(line.replace(/\r$/, ''))).filter((event) => event !== undefined);
  }

  #take(line: string): ServerSentEvent | undefined {
    if (line === '') return this.#dispatch();
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') this.#event = value;
    if (field === 'data') this.#data.push(value);
    return undefined;
  }

  #dispatch(): ServerSentEvent | undefined {
    const event = this.#data.length === 0 ? undefined : { event: this.#event, data: this.#data.join('\n') };
    this.#event = '';
    this.#data = [];
    return event;
  }
}
