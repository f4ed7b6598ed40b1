import { type Answer, errorIn } from './answer.ts';
import { PawstockError } from './error.ts';
import { Patience } from './patience.ts';
import { retrying } from './retry.ts';

/** Where the service is, and how long to be patient with it. */
export type Connection = {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly silenceMs: number;
  readonly fetch: typeof fetch;
};

type Query = Readonly<Record<string, string | number | bigint | undefined>>;

export type Request = {
  readonly method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/** One call: as many attempts as it takes, within one time-out. An answer other than 2xx is thrown as an error. */
export function call(connection: Connection, request: Request, signal?: AbortSignal): Promise<Answer> {
  const { timeoutMs, retries } = connection;
  const deadlineAtMs = Date.now() + timeoutMs;
  return retrying(() => attempt(connection, request, { deadlineAtMs, signal }), { retries, deadlineAtMs, signal });
}

type Bounds = { readonly deadlineAtMs: number; readonly signal: AbortSignal | undefined };

async function attempt(connection: Connection, request: Request, { deadlineAtMs, signal }: Bounds): Promise<Answer> {
  const patience = new Patience(signal);
  try {
    const answer = await patience.within(Math.max(0, deadlineAtMs - Date.now()), async () => {
      const response = await send(connection, request, patience.signal);
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw errorIn(answer);
  } catch (error) {
    throw patience.explain(error, connection.url);
  } finally {
    patience.end();
  }
}

/** The bare exchange. */
export function send(connection: Connection, request: Request, signal: AbortSignal): Promise<Response> {
  const { url, key, fetch } = connection;
  const { method, path, query = {}, headers = {}, body } = request;
  return fetch(url + path + searchOf(query), {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal,
    ...(body === undefined ? {} : { body }),
  });
}

function searchOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

export type WriteTerms = {
  readonly version?: number | '*' | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A write always has an Idempotency-Key, and keeps it over its attempts: so it can be repeated, and happens once. */
export async function write(connection: Connection, request: Request, terms: WriteTerms): Promise<Answer> {
  const { version, idempotencyKey = newKey(), signal } = terms;
  const headers = {
    'idempotency-key': idempotencyKey,
    ...(version === undefined ? {} : { 'if-match': version === '*' ? '*' : `"${version}"` }),
  };
  try {
    return await call(connection, { ...request, headers }, signal);
  } catch (error) {
    if (error instanceof PawstockError) error.idempotencyKey = idempotencyKey;
    throw error;
  }
}

/** Browsers have crypto.randomUUID on secure pages only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
