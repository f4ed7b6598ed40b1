import { DomainError } from '../../domain/errors.ts';
import { limits } from '../../limits.ts';

/** What can be wrong with a request before anybody has looked at what it asks for. */

export function malformed(message: string): DomainError {
  return new DomainError('invalid_request', message);
}

export const lineTooLong = new DomainError(
  'uri_too_long',
  `The request line is longer than ${limits.requestLineBytesMax} bytes.`,
);

export const headersTooLarge = new DomainError(
  'headers_too_large',
  `The headers are larger than ${limits.headerBytesMax} bytes.`,
);

// What is still to come of it would have to be waited for again.
export const tooSlow = new DomainError('request_timeout', 'The request took too long to arrive. Send it faster.', {
  headers: { connection: 'close' },
});

export const tooManyConnections = new DomainError(
  'overloaded',
  'Too many connections are open. Try again in a moment.',
);

// The rest of the body is not read, so the connection cannot be used again.
export const tooManyBodies = new DomainError(
  'overloaded',
  'Too many large bodies are arriving. Try again in a moment, or send less at a time.',
  { headers: { connection: 'close' } },
);

/** The caller has hung up, or was cut off for being slow. */
export const bodyCutOff = malformed('The body ended before it was complete.');

/** Here, too. */
export function bodyTooLarge(bytesMax: number): DomainError {
  return new DomainError('body_too_large', `The body is larger than ${bytesMax} bytes. Send less at a time.`, {
    headers: { connection: 'close' },
  });
}
