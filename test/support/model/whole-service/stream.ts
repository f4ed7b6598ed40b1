import assert from 'node:assert/strict';
import type { Entry } from './model.ts';

type Request = {
  readonly secret: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

export type OpenStream = Awaited<ReturnType<typeof openStream>>;

/** Opens an event stream. Everything that it receives must match the ledger to the letter. */
export async function openStream(url: string, { secret, headers }: Request, after: number) {
  const abort = new AbortController();
  const all = { authorization: `Bearer ${secret}`, ...headers };
  const response = await fetch(url, { headers: all, signal: abort.signal });
  assert.equal(response.status, 200, 'the status of a stream');
  let [text, isEnded] = ['', false];
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  };
  void read(response.body as ReadableStream<Uint8Array>)
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  const expectedFrom = (ledger: readonly Entry[]) => {
    const events = ledger
      .slice(after)
      .map((entry) => `id: ${entry.seq}\nevent: change\ndata: ${JSON.stringify(entry)}\n\n`);
    return `: connected\n\n${events.join('')}`;
  };
  /** Checks the received text against the ledger, and returns the last event id. */
  const checkBeginning = (ledger: readonly Entry[]) => {
    assert.ok(expectedFrom(ledger).startsWith(text), `a stream after ${after} has brought ${text}`);
    const [, id = String(after)] =
      /.*^id: (\d+)\n(?=event: change\ndata: .*\n\n)/ms.exec(text) ?? [];
    return Number(id);
  };
  return {
    text: () => text,
    isEnded: () => isEnded,
    checkBeginning,
    /** Whether the stream has received the whole ledger. Fails if it has received anything else. */
    isAt: (ledger: readonly Entry[]) => {
      checkBeginning(ledger);
      return text.length === expectedFrom(ledger).length;
    },
    close: () => abort.abort(),
  };
}
