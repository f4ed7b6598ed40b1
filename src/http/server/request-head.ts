import { limits } from '../../limits.ts';
import { headersTooLarge, lineTooLong, malformed } from './faults.ts';

/**
 * The request line and headers of HTTP/1.1, as RFC 9112 has them and not a byte more loosely: where two readers of
 * one message could disagree about where it ends, a request can be smuggled past one of them. So whatever is doubtful
 * is refused, and the connection with it.
 */
export type RequestHead = {
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly fields: Fields;
};

/** The headers, and what follows from them. */
export type Fields = {
  readonly headers: ReadonlyMap<string, string>;
  readonly framing: Framing;
  /** Whether the connection may carry another request after this one. */
  readonly keepAlive: boolean;
  /** Whether the caller waits to be told before it sends the body. */
  readonly expectsContinue: boolean;
  /** HTTP/1.0 knows no chunks. */
  readonly takesChunks: boolean;
  /** As they were sent. */
  readonly text: string;
};

/** How the end of the body is found: after so many bytes, or by its own chunks. */
export type Framing = { readonly kind: 'length'; readonly bytes: number } | { readonly kind: 'chunked' };

const requestLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [\x21-\x7e]+ HTTP\/1\.[01]$/;
const versionLength = ' HTTP/1.1'.length;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)$/;
const absoluteForm = /^https?:\/\/[^/?#\\]+/i;

/**
 * The text is all that comes before the empty line. Callers send the same headers again and again, byte for byte: those
 * of the request before on the same connection are not read twice.
 */
export function parseRequestHead(text: string, before?: Fields): RequestHead {
  const lineEnd = text.indexOf('\r\n');
  const line = lineEnd === -1 ? text : text.slice(0, lineEnd);
  if (line.length > limits.requestLineBytesMax) throw lineTooLong;
  if (text.length - line.length > limits.headerBytesMax) throw headersTooLarge;
  if (!requestLine.test(line)) throw malformed('The request line is not valid HTTP/1.1.');
  const method = line.slice(0, line.indexOf(' '));
  const target = line.slice(method.length + 1, -versionLength);
  const isLatest = line.endsWith('1');
  const { path, query } = splitTarget(method, target);
  const isRepeated = before?.text.length === text.length - line.length && text.endsWith(before.text);
  const fields =
    isRepeated && before.takesChunks === isLatest ? before : parseFields(text.slice(line.length), isLatest);
  return { method, path, query, fields };
}

/** The text begins with the end of the request line. */
function parseFields(text: string, isLatest: boolean): Fields {
  const headers = parseHeaders(text, '\r\n'.length);
  checkHost(headers, isLatest);
  const connection = headers.get('connection')?.toLowerCase() ?? '';
  return {
    headers,
    framing: framingOf(headers, isLatest),
    keepAlive: isLatest ? !hasToken(connection, 'close') : hasToken(connection, 'keep-alive'),
    expectsContinue: isLatest && headers.get('expect')?.toLowerCase() === '100-continue',
    takesChunks: isLatest,
    text,
  };
}

const impossible = /[^\t\r\n\x20-\x7e\x80-\xff]|(?<!\r)\n|\r(?=[^\n])/g;
const beginning = /^[!#$%&'*+.^_`|~0-9A-Za-z-]/;

/** A head whose end has not arrived: whether it can still become one. The first `checked` characters could. */
export function checkPartialHead(text: string, checked: number): void {
  impossible.lastIndex = Math.max(0, checked - 1);
  if (impossible.test(text) || !beginning.test(text)) throw malformed('The request is not valid HTTP/1.1.');
  const lineEnd = text.indexOf('\r\n');
  const lineBytes = lineEnd === -1 ? text.length : lineEnd;
  // The last of it may be the beginning of the end.
  if (lineBytes > limits.requestLineBytesMax + '\r'.length) throw lineTooLong;
  if (text.length - lineBytes > limits.headerBytesMax + '\r\n\r'.length) throw headersTooLarge;
}

function parseHeaders(text: string, from: number): Map<string, string> {
  const headers = new Map<string, string>();
  for (let start = from; start < text.length; ) {
    let end = text.indexOf('\r\n', start);
    if (end === -1) end = text.length;
    const parts = headerLine.exec(text.slice(start, end));
    if (parts === null) throw malformed('A header line is not valid HTTP/1.1.');
    addHeader(headers, (parts[1] as string).toLowerCase(), withoutPadding(parts[2] as string));
    start = end + 2;
  }
  return headers;
}

/**
 * Spaces and tabs around a value are no part of it. Other characters that JavaScript takes for spaces are: whoever
 * reads on sees them too. And no expression does it, for one that may begin at each space tries them all.
 */
export function withoutPadding(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isPadding(value.charCodeAt(start))) start++;
  while (end > start && isPadding(value.charCodeAt(end - 1))) end--;
  return end - start === value.length ? value : value.slice(start, end);
}

const isPadding = (code: number) => code === 0x20 || code === 0x09;

function addHeader(headers: Map<string, string>, name: string, value: string): void {
  const earlier = headers.get(name);
  if (earlier === undefined) headers.set(name, value);
  else if (once.has(name)) throw malformed(`The header ${name} must not be sent twice.`);
  else headers.set(name, `${earlier}, ${value}`);
}

/** Whoever reads the first and whoever reads the last of these would see two different requests. */
const once: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding']);

/** Callers send the same host again and again. */
let lastHost = 'localhost';

function checkHost(headers: ReadonlyMap<string, string>, isLatest: boolean): void {
  const host = headers.get('host');
  if (host === lastHost) return;
  if (host === undefined) {
    if (isLatest) throw malformed('The request must have exactly one Host header.');
    return;
  }
  if (!/^[^\s/?#@\\\x80-\xff]+$/.test(host) || !URL.canParse(`http://${host}/`))
    throw malformed('The Host header is malformed.');
  lastHost = host;
}

function splitTarget(method: string, target: string): { path: string; query: string | undefined } {
  if (method === 'CONNECT') throw malformed('CONNECT is not possible here.');
  if (target.includes('#')) throw malformed('The target of a request has no fragment: leave out what follows the #.');
  const local = target.startsWith('/') ? target : target.replace(absoluteForm, '');
  if (local === target && target[0] !== '/' && target !== '*') throw malformed('The target must be a path.');
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? undefined : local.slice(mark + 1) };
}

function framingOf(headers: ReadonlyMap<string, string>, isLatest: boolean): Framing {
  const coding = headers.get('transfer-encoding');
  const length = headers.get('content-length');
  if (coding !== undefined) {
    if (length !== undefined) throw malformed('Content-Length and Transfer-Encoding must not be sent together.');
    if (!isLatest) throw malformed('HTTP/1.0 knows no Transfer-Encoding.');
    if (coding.toLowerCase() !== 'chunked') throw malformed('The only Transfer-Encoding understood is "chunked".');
    return { kind: 'chunked' };
  }
  if (length === undefined) return noBody;
  if (!/^\d{1,15}$/.test(length)) throw malformed('Content-Length must be a plain decimal number.');
  return { kind: 'length', bytes: Number(length) };
}

const noBody: Framing = { kind: 'length', bytes: 0 };

function hasToken(list: string, token: string): boolean {
  return list === token || (list !== '' && list.split(',').some((item) => withoutPadding(item) === token));
}
