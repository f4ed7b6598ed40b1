import assert from 'node:assert/strict';
import type { Entry } from './model.ts';

type Request = { readonly secret: string | undefined; readonly headers: Readonly<Record<string, string>> };

export type OpenStream = Awaited<ReturnType<typeof openStream>>;

/** An event stream, and all that it has brought. It must be what the ledger has, to the letter. */
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
  /** Returns the last id that came. */
  const checkBeginning = (ledger: readonly Entry[]) => {
    assert.ok(expectedFrom(ledger).startsWith(text), `a stream after ${after} has brought ${text}`);
    const [, id = String(after)] = /.*^id: (\d+)\n(?=event: change\ndata: .*\n\n)/ms.exec(text) ?? [];
    return Number(id);
  };
  return {
    text: () => text,
    isEnded: () => isEnded,
    checkBeginning,
    /** Whether it has brought all of the ledger. Fails if it has brought anything else. */
    isAt: (ledger: readonly Entry[]) => {
      checkBeginning(ledger);
      return text.length === expectedFrom(ledger).length;
    },
    close: () => abort.abort(),
  };
}
