import type { IncomingMessage } from 'node:http';
import type { Limits } from '../../limits.ts';
import { type HttpError, messageError } from '../errors.ts';

export function malformed(message: string): HttpError {
  return messageError('invalid_request', message);
}

export function headersTooLarge({ headerBytesMax }: Limits): HttpError {
  return messageError('headers_too_large', `The headers are larger than ${headerBytesMax} bytes.`);
}

/** Returns the path and query of a request. Throws an HttpError if the request line or headers are malformed. */
export function checkHead(req: IncomingMessage, limits: Limits): string {
  const { headers, httpVersionMajor, method = '', rawHeaders, url = '' } = req;
  if (httpVersionMajor !== 1) throw malformed('The request is not HTTP/1.1.');
  if (`${method} ${url} HTTP/1.1`.length > limits.requestLineBytesMax) {
    throw messageError('uri_too_long', `The request line is longer than ${limits.requestLineBytesMax} bytes.`);
  }
  let headerBytes = 0;
  // In a request, two bytes follow the name and the value of each header: ": " and the line end.
  for (const text of rawHeaders) headerBytes += text.length + 2;
  if (headerBytes > limits.headerBytesMax) throw headersTooLarge(limits);
  checkHost(req);
  // Other transfer codings than "chunked" are refused, because a proxy might decode them differently than this service.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw malformed('The only Transfer-Encoding that is understood is "chunked".');
  }
  const target = url.startsWith('/') ? url : localTarget(url);
  if (target.includes('#')) throw malformed('The request target must not have a fragment: leave out the # part.');
  return target;
}

/** The last valid Host header. Most requests have the same Host header, which need not be checked again. */
let lastHost = 'localhost';

function checkHost({ headers: { host }, httpVersionMinor }: IncomingMessage): void {
  if (host === lastHost) return;
  if (host === undefined) {
    if (httpVersionMinor >= 1) throw malformed('The request must have exactly one Host header.');
  } else if (!/^[^\s/?#@\\,\x80-\xff]+$/.test(host) || !URL.canParse(`http://${host}/`)) {
    throw malformed('The Host header is malformed.');
  } else lastHost = host;
}

/** The path and query of a request target in absolute form, such as `http://host/path`. */
function localTarget(target: string): string {
  if (target === '*') return target;
  const local = target.replace(/^https?:\/\/[^/?#\\]+/i, '');
  if (local === target) throw malformed('The request target must be a path.');
  return local.startsWith('/') ? local : `/${local}`;
}
