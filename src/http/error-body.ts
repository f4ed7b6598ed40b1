import type { DomainError } from '../domain/errors.ts';
import { limits } from '../limits.ts';
import { errorStatus } from './error-status.ts';

/** The specified `Error`: exactly these three fields. */
export function errorBody({ code, message }: DomainError): string {
  return JSON.stringify({ code, message, status: errorStatus[code] });
}

/** The headers that an error carries wherever it is raised. */
export function errorHeaders(error: DomainError): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (errorStatus[error.code] === 503) headers['retry-after'] = String(limits.retryAfterSeconds);
  if (error.code === 'missing_api_key') headers['www-authenticate'] = challenge;
  if (error.code === 'invalid_api_key') headers['www-authenticate'] = `${challenge}, error="invalid_token"`;
  return { ...headers, ...error.headers };
}

export const challenge = 'Bearer realm="pawstock"';
