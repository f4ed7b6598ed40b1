import { PawstockError, type PawstockErrorCode } from './error.ts';

/** Reading what came back: bodies, versions, links and errors. */

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** What `read` finds in an answer. Where it finds nothing sensible, the answer is not the service's. */
export function readAnswer<T>(answer: Answer, read: (answer: Answer) => T): T {
  try {
    return read(answer);
  } catch (cause) {
    throw unexpected(answer, cause);
  }
}

/** A proxy that compresses may have made the tag weak; the number is the same. */
export function versionOf(headers: Headers): number {
  const version = versionIn(headers);
  if (version === undefined) throw new Error('The answer has no ETag.');
  return version;
}

function versionIn(headers: Headers): number | undefined {
  const [, digits] = /^(?:W\/)?"(\d+)"$/.exec(headers.get('etag') ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A parameter of the link to the next page, if there is one. */
export function nextPage(headers: Headers, parameter: string): string | undefined {
  const [, link] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  if (link === undefined) return undefined;
  return new URLSearchParams(link.slice(link.indexOf('?'))).get(parameter) ?? undefined;
}

/** The error that an answer other than 2xx stands for. */
export function errorIn(answer: Answer): PawstockError {
  const { status, headers, text } = answer;
  const { code, message } = errorBody(text);
  if (code === undefined || message === undefined) return unexpected(answer);
  return new PawstockError(code as PawstockErrorCode, message, {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    version: status === 412 ? versionIn(headers) : undefined,
    retryAfterMs: retryAfterMs(headers),
  });
}

function errorBody(text: string): { readonly code?: string; readonly message?: string } {
  try {
    const body = JSON.parse(text);
    return typeof body?.code === 'string' && typeof body.message === 'string' ? body : {};
  } catch {
    return {};
  }
}

function unexpected({ status, headers }: Answer, cause?: unknown): PawstockError {
  return new PawstockError('unexpected_answer', `HTTP ${status} came back, but not as Pawstock answers.`, {
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
