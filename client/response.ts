import { PawstockError, type PawstockErrorCode } from './error.ts';

/** A response whose body has been read. */
export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

type Within = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Reads the body of a response. The time limit holds for each part of the body, so a long body may
 * take longer.
 */
export async function readResponse(response: Response, within: Within): Promise<ApiResponse> {
  const { status, headers, body } = response;
  if (!body) return { status, headers, text: await within(() => response.text()) };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; ; ) {
    const { done, value } = await within(() => reader.read());
    text += decoder.decode(value, { stream: !done });
    if (done) return { status, headers, text };
  }
}

/**
 * Parses a successful response. If `parse` throws, the response is reported as not coming from
 * Pawstock.
 */
export function parseResponse<T>(response: ApiResponse, parse: (response: ApiResponse) => T): T {
  try {
    return parse(response);
  } catch (cause) {
    throw unexpectedResponse(response, cause);
  }
}

/**
 * The version in the ETag of a response. A proxy that compresses responses may turn `"7"` into the
 * weak `W/"7"`.
 */
export function versionFrom(headers: Headers): number {
  const version = parseETag(headers);
  if (version === undefined) throw new Error('The response has no ETag with a version.');
  return version;
}

/** The sequence of the last ledger entry that a response with stock takes into account. */
export function ledgerSeqFrom(headers: Headers): number {
  const text = headers.get('ledger-seq') ?? '';
  if (!/^\d+$/.test(text)) throw new Error('The response has no Ledger-Seq.');
  return Number(text);
}

function parseETag(headers: Headers): number | undefined {
  const [, digits] = /^(?:W\/)?"(\d+)"$/.exec(headers.get('etag') ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * The value of a query parameter in the URL of the next page, from the `Link` header; undefined on
 * the last page.
 */
export function nextPageParam(headers: Headers, name: string): string | undefined {
  const [, link] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  if (link === undefined) return undefined;
  return new URLSearchParams(link.slice(link.indexOf('?'))).get(name) ?? undefined;
}

export function errorFrom(response: ApiResponse): PawstockError {
  const { status, headers, text } = response;
  const { code, message } = parseErrorBody(text);
  if (code === undefined || message === undefined) return unexpectedResponse(response);
  const [row, petId, available] = ['row', 'pet-id', 'available'].map((name) =>
    integerFrom(headers, name),
  );
  return new PawstockError(code as PawstockErrorCode, message, {
    status,
    requestId: requestIdFrom(headers),
    version: parseETag(headers),
    row: row === undefined ? undefined : Number(row),
    petId,
    available: available === undefined ? undefined : Number(available),
    retryAfterMs: retryAfterMs(headers),
  });
}

function integerFrom(headers: Headers, name: string): bigint | undefined {
  const text = headers.get(name) ?? '';
  return /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
}

export function requestIdFrom(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

function parseErrorBody(text: string): { readonly code?: string; readonly message?: string } {
  try {
    const body = JSON.parse(text);
    return typeof body?.code === 'string' && typeof body.message === 'string' ? body : {};
  } catch {
    return {};
  }
}

function unexpectedResponse({ status, headers }: ApiResponse, cause?: unknown): PawstockError {
  const location = headers.get('location');
  // Browsers hide a redirect that is not followed: its status is 0, and it has no headers.
  const isRedirect = status === 0 || (status >= 300 && status < 400 && location !== null);
  const message = isRedirect
    ? `The URL redirects to ${location ?? 'another one'}. Use the URL of the service itself.`
    : `The response (HTTP ${status}) is not from Pawstock.`;
  return new PawstockError('unexpected_response', message, {
    status,
    requestId: requestIdFrom(headers),
    retryAfterMs: retryAfterMs(headers),
    cause,
  });
}

function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
