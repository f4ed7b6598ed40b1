import { PawstockClient } from 'pawstock-client/client.ts';
import type { ApiKey } from 'pawstock-client/inventory-types.ts';
import { describeError, isRefusal } from '../api/describe-error.ts';
import type { Sent } from '../api/sent.ts';
import { t } from '../messages/first.ts';
import { apiUrl } from '../state/api-url.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { closeToasts } from '../ui/notifications.tsx';
import { followPeople, forgetPerson, people } from './people.ts';

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
  /** No one is signed in, and the device shows the names of the people that it knows. */
  | { readonly kind: 'locked'; readonly reason: string | undefined }
  /** The first run of the service, before any API key exists. */
  | { readonly kind: 'setup'; readonly client: PawstockClient; readonly secret: string };

export const session = new Observable<Session>({ kind: 'signed-out', reason: undefined });

const retryDelayMs = 2_000;

/** Counts sign-ins and sign-outs: responses to earlier ones are ignored. */
let attempt = 0;

/**
 * The secret of the API key that this tab is signed in with, or that the service is checking. It is
 * in memory only: never in the browser's storage, and never sent to other tabs.
 */
let secret: string | undefined;

type TabMessage =
  | { readonly kind: 'lock' }
  /** Another tab has signed out, or the device has forgotten the person with this API key. */
  | { readonly kind: 'sign-out'; readonly keyId: number };

/**
 * The channel to other tabs of this dashboard. Its messages stay within the browser and are not
 * stored.
 */
let tabs: BroadcastChannel | undefined;

function onTabMessage({ data }: MessageEvent<TabMessage>): void {
  if (session.value.kind !== 'signed-in') return;
  if (data.kind === 'lock') endSession();
  else if (data.keyId === session.value.key.id)
    leave((pet = 'none') => t('session.signedOutElsewhere', { pet }));
}

let clearScreen: () => string | undefined = () => undefined;

/**
 * Signs in with the key in the URL. Without one, the people whom this device knows are shown, or
 * else the page that asks for a key.
 */
export function startSession(onSignOut: typeof clearScreen): void {
  clearScreen = onSignOut;
  tabs = new BroadcastChannel(`pawstock ${apiUrl()}`);
  tabs.addEventListener('message', onTabMessage);
  session.subscribe(() => {
    // Each attempt to sign in sets the session to "checking" again.
    if (session.value.kind !== 'checking') closeToasts();
  });
  followPeople();
  if (!followLink()) showNoOne(undefined);
  // If the user follows a link with a secret in this tab, the URL changes, but the browser does not
  // reload the page.
  window.addEventListener('hashchange', followLink);
}

/** Shows the people whom this device knows. If it knows none, asks for an API key. */
function showNoOne(reason: string | undefined): void {
  session.set({ kind: people.value.length > 0 ? 'locked' : 'signed-out', reason });
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
  if (key !== undefined) void signIn(key);
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

/** Signs in, and retries while the service cannot be reached. */
export async function signIn(key: string): Promise<void> {
  const thisAttempt = ++attempt;
  const isCurrent = () => thisAttempt === attempt;
  if (!/^[\x21-\x7e]+$/.test(key)) return endSession(t('session.notAKey'));
  secret = key;
  const client = clientFor(key, isCurrent);
  session.set({ kind: 'checking', error: undefined });
  while (isCurrent()) {
    try {
      const info = await client.getCurrentKey();
      if (isCurrent()) session.set({ kind: 'signed-in', client, key: info });
      return;
    } catch (error) {
      if (!isCurrent()) return;
      if (isRefusal(error) && error.status !== 429) {
        const isUnknown = error.code === 'invalid_api_key';
        return endSession(
          isUnknown ? t('session.keyRefused') : describeError(error, t('session.notSignedIn')),
        );
      }
      session.set({ kind: 'checking', error: t('session.retrying') });
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

/**
 * Signs in a person whom this device knows, at once and also without a network. If the key has
 * ended meanwhile, the first response says so.
 */
export function signInPerson(key: ApiKey, personSecret: string): void {
  const thisAttempt = ++attempt;
  secret = personSecret;
  const client = clientFor(personSecret, () => thisAttempt === attempt);
  session.set({ kind: 'signed-in', client, key });
}

/** Notes on this device that a key has ended: a person looks at the lists that wait for it. */
async function noteEndedKey({ name, createdAt }: ApiKey): Promise<void> {
  try {
    const { noteEnded } = await import('../device/outbox.ts');
    await noteEnded({ name, createdAtMs: createdAt.getTime() });
  } catch {
    // The browser forbids storage, so nothing waits here.
  }
}

function clientFor(key: string, isCurrent: () => boolean): PawstockClient {
  return new PawstockClient({ url: apiUrl(), key, fetch: endingSessionOn401(isCurrent) });
}

/** The secret of the signed-in user's API key, to encrypt it with a PIN. */
export function requireSecret(): string {
  if (secret === undefined) throw new Error('not signed in');
  return secret;
}

/** What a link to this page must contain to go on after a reload; undefined if it needs nothing. */
export function secretForReload(): Readonly<Record<string, string>> | undefined {
  const { value } = session;
  if (value.kind === 'setup') return { setup: value.secret };
  if (value.kind !== 'signed-in' || secret === undefined) return undefined;
  const isKept = people.value.some(({ key }) => key.id === value.key.id);
  return isKept ? undefined : { key: secret };
}

/** Shows the page that asks for an API key, for someone whom this device does not know. */
export function askForKey(): void {
  session.set({ kind: 'signed-out', reason: undefined });
}

/**
 * Ends the session and drops its API key from memory. Unsaved input stays for the next person who
 * signs in.
 */
export function endSession(reason?: string): void {
  attempt++;
  secret = undefined;
  showNoOne(reason);
}

/**
 * Locks the device: all tabs drop their API key and show the names of the people. Lists and other
 * unsaved input stay.
 */
export function lock(): void {
  tabs?.postMessage({ kind: 'lock' } satisfies TabMessage);
  endSession();
}

/**
 * Signs out in this tab and in all tabs with the same key. The device forgets the person, if it
 * knew them.
 */
export function signOut(): void {
  const { value } = session;
  if (value.kind === 'signed-in') {
    const keyId = value.key.id;
    forgetPerson(keyId);
    tabs?.postMessage({ kind: 'sign-out', keyId } satisfies TabMessage);
  }
  leave(() => undefined);
}

/**
 * Signs out. `explain` turns the pet whose change is lost into the reason shown.
 */
function leave(explain: (lostPet: string | undefined) => string | undefined): void {
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
      const { key } = session.value;
      if (isFromService(refusal)) {
        forgetPerson(key.id);
        void noteEndedKey(key);
      }
      endSession(whyEnded(refusal, Date.parse(response.headers.get('date') ?? ''), key));
    }
    return response;
  };
}

/** A 401 may also come from a proxy, which knows nothing of API keys. */
function isFromService(refusal: string): boolean {
  return refusal.includes('"invalid_api_key"');
}

/**
 * Says why the service no longer accepts an API key. The service's clock decides whether the key
 * has expired, since the clock of this device may be wrong.
 */
function whyEnded(refusal: string, serviceMs: number, { name, expiresAt }: ApiKey): string {
  if (!isFromService(refusal)) return t('session.keyNotAccepted', { name });
  const isExpired = expiresAt !== null && expiresAt.getTime() < serviceMs + 1_000;
  return isExpired ? t('session.keyExpired', { name }) : t('session.keyRevoked', { name });
}
