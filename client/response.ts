import { PawstockError, type PawstockErrorCode } from './error.ts';

/** A response whose body has been read. */
export type ApiResponse = { readonly status: number; readonly headers: Headers; readonly text: string };

export async function readResponse(response: Response): Promise<ApiResponse> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Parses a successful response. If `parse` throws, the response is not Pawstock's. */
export function parseResponse<T>(response: ApiResponse, parse: (response: ApiResponse) => T): T {
  try {
    return parse(response);
  } catch (cause) {
    throw unexpectedResponse(response, cause);
  }
}

/** The version in the ETag. A compressing proxy may have made the tag weak; the number is the same. */
export function versionFrom(headers: Headers): number {
  const version = parseETag(headers);
  if (version === undefined) throw new Error('The response has no ETag with a version.');
  return version;
}

function parseETag(headers: Headers): number | undefined {
  const [, digits] = /^(?:W\/)?"(\d+)(?:\.\d+)?"$/.exec(headers.get('etag') ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A query parameter of the `Link` to the next page; undefined on the last page. */
export function nextPageParam(headers: Headers, name: string): string | undefined {
  const [, link] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  if (link === undefined) return undefined;
  return new URLSearchParams(link.slice(link.indexOf('?'))).get(name) ?? undefined;
}

/** The error for a response other than 2xx. */
export function errorFrom(response: ApiResponse): PawstockError {
  const { status, headers, text } = response;
  const { code, message } = parseErrorBody(text);
  if (code === undefined || message === undefined) return unexpectedResponse(response);
  return new PawstockError(code as PawstockErrorCode, message, {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    version: status === 412 ? parseETag(headers) : undefined,
    retryAfterMs: retryAfterMs(headers),
  });
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
  // Browsers hide redirects that are not followed: their status is 0, and they have no headers.
  const isRedirect = status === 0 || (status >= 300 && status < 400 && location !== null);
  const message = isRedirect
    ? `The URL redirects to ${location ?? 'another one'}. Use the URL of the service itself.`
    : `The response (HTTP ${status}) is not from Pawstock.`;
  return new PawstockError('unexpected_response', message, {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
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
