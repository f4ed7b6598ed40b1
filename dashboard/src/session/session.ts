import { PawstockClient } from 'pawstock-client/client.ts';
import type { ApiKey } from 'pawstock-client/inventory-types.ts';
import type { CallOptions } from 'pawstock-client/options.ts';
import { describeError, isRefusal } from '../api/describe-error.ts';
import type { Sent } from '../api/sent.ts';
import { t } from '../messages/first.ts';
import { apiUrl } from '../state/api-url.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { readStorage, writeStorage } from '../state/storage.ts';
import { closeToasts, notify } from '../ui/notifications.tsx';

type SignedIn = {
  readonly kind: 'signed-in';
  readonly client: PawstockClient;
  readonly key: ApiKey;
};

export type Session =
  | SignedIn
  /** The dashboard waits for the service to accept the API key. */
  | { readonly kind: 'checking'; readonly error: string | undefined }
  | { readonly kind: 'signed-out'; readonly reason: string | undefined }
  /** The first run of the service, before any API key exists. */
  | { readonly kind: 'setup'; readonly client: PawstockClient; readonly secret: string };

export const session = new Observable<Session>({ kind: 'signed-out', reason: undefined });

const retryDelayMs = 2_000;
/** How long the service is waited for before the dashboard opens with what this device keeps. */
const firstAnswerMs = 4_000;

/**
 * Counts sign-ins and sign-outs: responses to earlier ones are ignored. At 0, this tab accepts
 * another tab's key.
 */
let attempt = 0;

/** The secret of the API key that this tab is signed in with, or that the service is checking. */
let secret: string | undefined;

type TabMessage =
  /** A new tab sends a request to find another tab that is signed in. */
  { readonly kind: 'request' } | { readonly kind: 'offer' | 'sign-out'; readonly secret: string };

/**
 * The channel to other tabs of this dashboard. Its messages stay within the browser and are not
 * stored.
 */
let tabs: BroadcastChannel | undefined;

function onTabMessage({ data }: MessageEvent<TabMessage>): void {
  if (data.kind === 'request' && session.value.kind === 'signed-in' && secret !== undefined) {
    tabs?.postMessage({ kind: 'offer', secret } satisfies TabMessage);
  } else if (data.kind === 'offer' && session.value.kind === 'signed-out' && attempt === 0) {
    void signIn(data.secret);
  } else if (data.kind === 'sign-out' && data.secret === secret)
    leave((pet = 'none') => t('session.signedOutElsewhere', { pet }));
}

let clearScreen: () => string | undefined = () => undefined;

/**
 * Signs in with the key in the URL, else with the stored key of this tab or device, else with
 * another tab's key.
 */
export function startSession(onSignOut: typeof clearScreen): void {
  clearScreen = onSignOut;
  tabs = new BroadcastChannel(`pawstock ${apiUrl()}`);
  tabs.addEventListener('message', onTabMessage);
  session.subscribe(() => {
    // Each attempt to sign in sets the session to "checking" again.
    if (session.value.kind !== 'checking') closeToasts();
  });
  if (!followLink()) {
    const key = readStorage('session', 'key') ?? readStorage('local', 'key');
    if (key !== undefined) void signIn(key);
    else tabs.postMessage({ kind: 'request' } satisfies TabMessage);
  }
  // If the user follows a link with a secret in this tab, the URL changes, but the browser does not
  // reload the page.
  window.addEventListener('hashchange', followLink);
}

/**
 * Signs in with the API key in the URL, or begins the first run. Returns false if the URL has no
 * secret.
 */
function followLink(): boolean {
  const { key, setup } = takeSecretsFromUrl();
  if (setup !== undefined && /^[\x21-\x7e]+$/.test(setup)) {
    attempt++;
    session.set({
      kind: 'setup',
      client: new PawstockClient({ url: apiUrl(), key: setup }),
      secret: setup,
    });
    return true;
  }
  if (key !== undefined) void signIn(key, { isLinked: true });
  return key !== undefined;
}

/**
 * Takes an API key (`#key=…`) or the secret of a first run (`#setup=…`) out of the URL. See
 * docs/decisions/0008.
 */
function takeSecretsFromUrl() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const take = (name: string) => parameters.get(name)?.trim() || undefined;
  const secrets = { key: take('key'), setup: take('setup') };
  if (parameters.has('key') || parameters.has('setup')) {
    history.replaceState(null, '', location.pathname + location.search);
  }
  return secrets;
}

/**
 * Signs in, and retries while the service cannot be reached. `remember` stores the key in this
 * browser until the user signs out. `isLinked` says that the key is from a link: once for each key,
 * the dashboard offers to store the key.
 */
export async function signIn(
  key: string,
  { remember = false, isLinked = false } = {},
): Promise<void> {
  const thisAttempt = ++attempt;
  const isCurrent = () => thisAttempt === attempt;
  if (!/^[\x21-\x7e]+$/.test(key)) return endSession(t('session.notAKey'));
  secret = key;
  writeStorage('session', 'key', key);
  if (remember) writeStorage('local', 'key', key);
  const client = new PawstockClient({ url: apiUrl(), key, fetch: endingSessionOn401(isCurrent) });
  session.set({ kind: 'checking', error: undefined });
  let limits: CallOptions = { timeoutMs: firstAnswerMs, retries: 0 };
  while (isCurrent()) {
    try {
      const info = await client.getCurrentKey(limits);
      if (!isCurrent()) return;
      session.set({ kind: 'signed-in', client, key: info });
      if (isLinked && !isRemembered() && readStorage('local', 'asked') !== info.name) {
        writeStorage('local', 'asked', info.name);
        const action = { label: t('session.rememberAction'), run: () => setRemembered(true) };
        notify({ tone: 'success', text: t('session.signedInForNow', { name: info.name }), action });
      }
      return;
    } catch (error) {
      if (!isCurrent()) return;
      if (isRefusal(error) && error.status !== 429) {
        const isUnknown = error.code === 'invalid_api_key';
        return endSession(
          isUnknown ? t('session.keyRefused') : describeError(error, t('session.notSignedIn')),
        );
      }
      // Without a network, the key is as it was when the service last accepted it on this device. The
      // next response of the service shows whether it still is.
      const known = await findKnownKey(key);
      if (!isCurrent()) return;
      if (known !== undefined) return session.set({ kind: 'signed-in', client, key: known });
      limits = {};
      session.set({ kind: 'checking', error: t('session.retrying') });
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

/** What the service last said about a key, if this device has kept it. */
async function findKnownKey(key: string): Promise<ApiKey | undefined> {
  try {
    const knownKeys = await import('../device/known-keys.ts');
    return await knownKeys.findKnownKey(key);
  } catch {
    // The browser forbids storage, or the code could not be loaded: the service must be reached.
    return undefined;
  }
}

/** Keeps what the service says about the key of this tab, so that it also opens without a network. */
export async function keepKnownKey(): Promise<void> {
  const { value } = session;
  if (value.kind !== 'signed-in' || secret === undefined) return;
  const { rememberKey } = await import('../device/known-keys.ts');
  await rememberKey(secret, value.key);
}

/** Whether this browser stores the key of this tab. */
export function isRemembered(): boolean {
  return secret !== undefined && readStorage('local', 'key') === secret;
}

export function setRemembered(remember: boolean): void {
  writeStorage('local', 'key', remember ? secret : undefined);
}

/**
 * Ends the session, and forgets its API key in this tab and this browser. Unsaved input stays for
 * the next sign-in.
 */
export function endSession(reason?: string): void {
  attempt++;
  writeStorage('session', 'key', undefined);
  if (readStorage('local', 'key') === secret) writeStorage('local', 'key', undefined);
  secret = undefined;
  session.set({ kind: 'signed-out', reason });
}

/** Signs out in this tab and in all tabs with the same key, and forgets the key on this device. */
export function signOut(): void {
  if (secret !== undefined) tabs?.postMessage({ kind: 'sign-out', secret } satisfies TabMessage);
  leave(() => undefined);
}

/**
 * Signs out and forgets the key on this device. `explain` turns the pet whose change is lost into
 * the reason shown.
 */
function leave(explain: (lostPet: string | undefined) => string | undefined): void {
  writeStorage('local', 'key', undefined);
  writeStorage('local', 'asked', undefined);
  endSession(explain(clearScreen()));
}

/** The session of the signed-in user. Throws if no user is signed in. */
export function requireSession(): SignedIn {
  const { value } = session;
  if (value.kind !== 'signed-in') throw new Error('not signed in');
  return value;
}

/** How a write is sent now; undefined if no user is signed in. */
export function sentNow(): Sent | undefined {
  if (session.value.kind !== 'signed-in') return undefined;
  return { atMs: Date.now(), keyCreatedMs: session.value.key.createdAt.getTime() };
}

/**
 * Returns a function that tells whether the same user is still signed in. A response may come after
 * a sign-out.
 */
export function rememberUser(): () => boolean {
  const { name } = requireSession().key;
  return () => session.value.kind === 'signed-in' && session.value.key.name === name;
}

export function usePermissions() {
  const current = useObservable(session);
  const scope = current.kind === 'signed-in' ? current.key.scope : 'read';
  return {
    canWrite: scope !== 'read',
    canAdminister: scope === 'admin' || scope === 'owner',
    isOwner: scope === 'owner',
  };
}

/** Ends the session at the first response with 401, because a key can be revoked at any time. */
function endingSessionOn401(isCurrent: () => boolean): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request);
    if (response.status !== 401) return response;
    const refusal = await response.clone().text();
    if (isCurrent() && session.value.kind === 'signed-in') {
      endSession(
        whyEnded(refusal, Date.parse(response.headers.get('date') ?? ''), session.value.key),
      );
    }
    return response;
  };
}

/**
 * Says why the service no longer accepts an API key. The service's clock decides whether the key
 * has expired, since the clock of this device may be wrong. A 401 may also come from a proxy.
 */
function whyEnded(refusal: string, serviceMs: number, { name, expiresAt }: ApiKey): string {
  if (!refusal.includes('"invalid_api_key"')) return t('session.keyNotAccepted', { name });
  const isExpired = expiresAt !== null && expiresAt.getTime() < serviceMs + 1_000;
  return isExpired ? t('session.keyExpired', { name }) : t('session.keyRevoked', { name });
}
