import type { IncomingMessage } from 'node:http';
import type { Limits } from '../../limits.ts';
import { malformed, ProtocolError } from './message.ts';

/** Returns the path and query that the request names. Throws a ProtocolError if its head is malformed or too large. */
export function checkHead(req: IncomingMessage, limits: Limits): string {
  const target = req.url ?? '';
  if (req.httpVersionMajor !== 1) throw malformed('The request is not HTTP/1.1.');
  checkSizes(req, target, limits);
  checkHost(req);
  // Other codings are legal HTTP, but a proxy might read them differently and see other requests than this service.
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw malformed('The only Transfer-Encoding that is understood is "chunked".');
  }
  const local = target.startsWith('/') ? target : localTarget(target);
  if (local.includes('#')) throw malformed('The request target must not have a fragment: leave out the # part.');
  return local;
}

function checkSizes(req: IncomingMessage, target: string, { requestLineBytesMax, headerBytesMax }: Limits): void {
  const lineBytes = (req.method?.length ?? 0) + target.length + ' '.length + ' HTTP/1.1'.length;
  if (lineBytes > requestLineBytesMax) {
    throw new ProtocolError('uri_too_long', `The request line is longer than ${requestLineBytesMax} bytes.`);
  }
  let headerBytes = 0;
  // Names and values alternate. Each pair takes ": " and a line end besides.
  for (const text of req.rawHeaders) headerBytes += text.length + 2;
  if (headerBytes > headerBytesMax) throw headersTooLarge(headerBytesMax);
}

export function headersTooLarge(headerBytesMax: number): ProtocolError {
  return new ProtocolError('headers_too_large', `The headers are larger than ${headerBytesMax} bytes.`);
}

/** The last host found valid. Most requests name the same host, so most are not parsed. */
let lastHost = 'localhost';

function checkHost({ headers, httpVersionMinor }: IncomingMessage): void {
  const { host } = headers;
  if (host === lastHost) return;
  if (host === undefined) {
    if (httpVersionMinor >= 1) throw malformed('The request must have exactly one Host header.');
    return;
  }
  if (!/^[^\s/?#@\\,\x80-\xff]+$/.test(host) || !URL.canParse(`http://${host}/`))
    throw malformed('The Host header is malformed.');
  lastHost = host;
}

/** The path of a target in absolute form, such as `http://host/path`. */
function localTarget(target: string): string {
  if (target === '*') return target;
  const local = target.replace(/^https?:\/\/[^/?#\\]+/i, '');
  if (local === target) throw malformed('The request target must be a path.');
  return local.startsWith('/') ? local : `/${local}`;
}
