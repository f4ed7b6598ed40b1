import { PawstockClient } from '../../../client/client.ts';
import type { ApiKey } from '../../../client/inventory-types.ts';
import { isRefusal } from '../app/api.ts';
import { Observable, useObservable } from '../app/observable.ts';
import { readStorage, writeStorage } from '../app/storage.ts';
import { takeKeyFromUrl } from './key-from-url.ts';

type SignedIn = { readonly kind: 'signed-in'; readonly client: PawstockClient; readonly key: ApiKey };

export type Session =
  | SignedIn
  /** Waiting for the service to accept the key. */
  | { readonly kind: 'checking'; readonly error: string | undefined }
  | { readonly kind: 'signed-out'; readonly reason: string | undefined };

export const session = new Observable<Session>({ kind: 'signed-out', reason: undefined });

const revokedReason = 'This key is no longer valid: it was revoked or has expired. Sign in with another key.';
const unknownKeyReason = 'Unknown key. Check that you pasted all of it.';
const retryDelayMs = 2_000;

/** Counts sign-ins, so that a slow response to an earlier one is ignored. */
let attempt = 0;

/** Signs in with the key in the URL, or else with the one this tab has in its sessionStorage. */
export function resumeSession(): void {
  const key = takeKeyFromUrl() ?? readStorage('session', 'key');
  if (key !== undefined) void signIn(key);
  // Following a link with another key in the same tab does not reload the page.
  window.addEventListener('hashchange', () => {
    const other = takeKeyFromUrl();
    if (other !== undefined) void signIn(other);
  });
}

/** Retries for as long as the service cannot be reached. */
export async function signIn(key: string): Promise<void> {
  attempt++;
  const thisAttempt = attempt;
  const isCurrent = () => thisAttempt === attempt;
  writeStorage('session', 'key', key);
  const client = new PawstockClient({ url: apiUrl(), key, fetch: endingSessionOn401(isCurrent) });
  session.set({ kind: 'checking', error: undefined });
  while (isCurrent()) {
    try {
      const apiKey = await client.getKey();
      if (isCurrent()) session.set({ kind: 'signed-in', client, key: apiKey });
      return;
    } catch (error) {
      if (!isCurrent()) return;
      if (isRefusal(error) && error.status !== 429) {
        return endSession(error.code === 'invalid_api_key' ? unknownKeyReason : error.message);
      }
      session.set({ kind: 'checking', error: 'Pawstock cannot be reached. Retrying…' });
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

export function endSession(reason?: string): void {
  attempt++;
  writeStorage('session', 'key', undefined);
  session.set({ kind: 'signed-out', reason });
}

/** The signed-in session, for code that only runs while there is one. */
export function requireSession(): SignedIn {
  const { value } = session;
  if (value.kind !== 'signed-in') throw new Error('not signed in');
  return value;
}

export function usePermissions(): { readonly canWrite: boolean; readonly canAdminister: boolean } {
  const current = useObservable(session);
  const scope = current.kind === 'signed-in' ? current.key.scope : 'read';
  return { canWrite: scope !== 'read', canAdminister: scope === 'admin' };
}

/** A key can be revoked at any time; the first response with 401 ends the session. */
function endingSessionOn401(isCurrent: () => boolean): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request);
    if (response.status === 401 && isCurrent() && session.value.kind === 'signed-in') endSession(revokedReason);
    return response;
  };
}

/** The service writes the path of its API into index.html. It is relative to the page, as a proxy may add a prefix. */
function apiUrl(): string {
  const path = document.querySelector<HTMLMetaElement>('meta[name="pawstock-api"]')?.content ?? '/v1';
  return new URL(path.slice(1), document.baseURI).href;
}
