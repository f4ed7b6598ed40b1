import { PawstockClient } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import { Observable } from '../observable.ts';
import { keepKey, keptKey } from './kept-key.ts';
import { takeKeyFromAddress } from './key-in-address.ts';

type Scope = 'read' | 'write' | 'admin';

export type SignedIn = { readonly kind: 'signed-in'; readonly client: PawstockClient; readonly scope: Scope };

export type Session =
  | SignedIn
  /** A key is at hand, and the service has yet to say what it may do. */
  | { readonly kind: 'checking'; readonly trouble: string | undefined }
  | { readonly kind: 'signed-out'; readonly reason: string | undefined };

export const session = new Observable<Session>({ kind: 'signed-out', reason: undefined });

const endedReason = 'This key is not valid any more: it was revoked, or it has expired. Sign in with another one.';
const unknownReason = 'The service does not know this key. Check that all of it was pasted.';
const tryAgainAfterMs = 2_000;

/** Only the latest attempt counts. */
let attempt = 0;

/** With the key of a link, or else the one that this tab has. */
export function resumeSession(): void {
  const key = takeKeyFromAddress() ?? keptKey();
  if (key !== undefined) void signIn(key);
  // A link with another key, followed in the same tab, does not load the page anew.
  window.addEventListener('hashchange', () => {
    const other = takeKeyFromAddress();
    if (other !== undefined) void signIn(other);
  });
}

/** Tries for as long as the service cannot be reached. */
export async function signIn(key: string): Promise<void> {
  attempt++;
  const mine = attempt;
  keepKey(key);
  const client = new PawstockClient({ url: apiUrl(), key, fetch: watchedFetch(() => mine === attempt) });
  session.set({ kind: 'checking', trouble: undefined });
  while (mine === attempt) {
    try {
      const scope = await client.scope();
      if (mine === attempt) session.set({ kind: 'signed-in', client, scope });
      return;
    } catch (error) {
      if (mine !== attempt) return;
      if (isRefusal(error)) return end(error.code === 'invalid_api_key' ? unknownReason : error.message);
      session.set({ kind: 'checking', trouble: 'Pawstock cannot be reached. Trying again…' });
      await new Promise((resolve) => setTimeout(resolve, tryAgainAfterMs));
    }
  }
}

export function signOut(): void {
  end(undefined);
}

function end(reason: string | undefined): void {
  attempt++;
  keepKey(undefined);
  session.set({ kind: 'signed-out', reason });
}

/** A key can end at any time, and whichever call notices first ends the session. */
function watchedFetch(isCurrent: () => boolean): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request);
    if (response.status === 401 && isCurrent() && session.value.kind === 'signed-in') end(endedReason);
    return response;
  };
}

/** An answer that will be the same next time. */
function isRefusal(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Relative to this page, like everything it loads. */
function apiUrl(): string {
  const path = document.querySelector<HTMLMetaElement>('meta[name="pawstock-api"]')?.content ?? '/v1';
  return new URL(path.slice(1), document.baseURI).href;
}
