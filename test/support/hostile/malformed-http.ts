/** Requests that are no proper HTTP, or of which two readers could think differently. */

export type Malformed = { readonly name: string; readonly bytes: string; readonly statuses: readonly number[] };

const host = 'Host: x\r\n';
const controls = [...Array(0x20).keys(), 0x7f].filter((code) => code !== 0x09).map((code) => String.fromCharCode(code));
const shown = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… ${text.length}` : text);
const refused = (about: string, bytes: string, status = 400): Malformed => ({
  name: `${about} ${shown(bytes)}`,
  bytes,
  statuses: [status],
});

export function malformedLines(): Malformed[] {
  const lines = [
    ...['GET', 'GET /', 'GET / ', 'GET /\t', ' GET / HTTP/1.1', 'GET\t/\tHTTP/1.1', 'GET / HTTP/1.1 '],
    ...['GET / http/1.1', 'GET / HTTP/1.10', 'GET / HTTP/01.1', 'GET / HTTP/1', 'GET / HTTP/1.2', 'GET / HTTP/2'],
    ...['GET / HTTP/0.9', 'GET / HTTP /1.1', 'GET / HTTPS/1.1', 'GET / HTTP/1.1.1', 'GET / XTTP/1.1'],
    ...['GET / / HTTP/1.1', '/ HTTP/1.1', 'GET HTTP/1.1', 'G@T / HTTP/1.1', 'G:T / HTTP/1.1', '(GET) / HTTP/1.1'],
    ...['GÉT / HTTP/1.1', 'GET é HTTP/1.1', 'GET /é HTTP/1.1', 'GET /a b HTTP/1.1', 'GET /#x HTTP/1.1'],
    ...['GET # HTTP/1.1', 'GET ? HTTP/1.1', 'GET x HTTP/1.1', 'GET ../ HTTP/1.1', 'GET **  HTTP/1.1'],
    ...['GET ** HTTP/1.1', 'GET \\\\x\\y HTTP/1.1', 'GET @/ HTTP/1.1', 'GET http:// HTTP/1.1'],
    ...['GET http:///x HTTP/1.1', 'GET ftp://x/ HTTP/1.1', 'GET http:/x HTTP/1.1', 'GET //: HTTP/1.1 x'],
    ...['GET file:///etc/passwd HTTP/1.1', 'GET javascript:1 HTTP/1.1', 'GET x:443 HTTP/1.1'],
    ...['PRI * HTTP/2.0', 'SSH-2.0-OpenSSH_9', 'EHLO x', '\x16\x03\x01', '{"quantity":1}'],
    ...['\xef\xbb\xbfGET / HTTP/1.1', 'PROXY TCP4 1.1.1.1 2.2.2.2 1 2', '*1', 'HTTP/1.1 200 OK', 'GET / HTTP/1.1\tX'],
    ...['"GET" / HTTP/1.1', 'GET, / HTTP/1.1'],
  ];
  return [
    ...lines.map((line) => refused('line', `${line}\r\n${host}\r\n`)),
    ...controls.map((control) => refused('line', `GET /${control} HTTP/1.1\r\n${host}\r\n`)),
    refused('line', `GET /${'a'.repeat(10_000)} HTTP/1.1\r\n${host}\r\n`, 414),
    refused('line', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`, 431),
    refused('line', `${'G'.repeat(100_000)} / HTTP/1.1\r\n${host}\r\n`),
    refused('line', `GET /?${'a=b&'.repeat(25_000)} HTTP/1.1\r\n${host}\r\n`, 431),
  ];
}

export function malformedHeaders(): Malformed[] {
  const lines = [
    ...[': x', ' : x', 'X', 'X x', 'X\t: y', 'X : y', ' X: y', '\tX: y', 'X: y\r\n folded', 'X: y\r\n\tfolded'],
    ...['X\r\n: y', 'X(): y', 'X"Y": z', 'X/Y: z', 'X@Y: z', 'Ünï: x', 'X\xa0: y', 'X[]: y', 'X{}: y', 'X=Y', 'X;Y: z'],
    ...['\u0000: x', 'Content-Length', 'Content-Length:', 'Content-Length: x', 'Host', 'Host:', 'GET / HTTP/1.1'],
    ...['\xff: x', '\\: x'],
  ];
  const hosts = [
    ...['', ' ', 'a b', 'a/b', 'a?b', 'a#b', 'a@b', 'a\\b', 'http://a', 'a:b', 'a:99999', 'a:-1', '[::1', '::1'],
    ...['a:1:2', '[x]', '1.2.3.4.5', '256.1.1.1', '%zz', 'a%00b', 'a\tb', 'x\xa0', '\xff', '<a>', 'a^b', 'a|b'],
  ];
  return [
    ...lines.map((line) => refused('header', `GET /healthz HTTP/1.1\r\n${host}${line}\r\n\r\n`)),
    ...controls.flatMap((control) => [
      refused('header', `GET /healthz HTTP/1.1\r\n${host}X: a${control}b\r\n\r\n`),
      refused('header', `GET /healthz HTTP/1.1\r\n${host}X${control}: b\r\n\r\n`),
    ]),
    ...hosts.map((value) => refused('host', `GET /healthz HTTP/1.1\r\nHost: ${value}\r\n\r\n`)),
    refused('host', 'GET /healthz HTTP/1.1\r\n\r\n'),
    refused('host', `GET /healthz HTTP/1.1\r\n${host}${host}\r\n`),
    refused('host', `GET /healthz HTTP/1.1\r\n${host}HOST: y\r\n\r\n`),
    refused('headers', `GET /healthz HTTP/1.1\r\n${host}X: ${'a'.repeat(100_000)}\r\n\r\n`, 431),
    refused('headers', `GET /healthz HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(20_000)}\r\n`, 431),
    refused('headers', `GET /healthz HTTP/1.1\r\n${host}${'a'.repeat(100_000)}: x\r\n\r\n`, 431),
    refused('lines', `GET /healthz HTTP/1.1\n${host}\r\n`),
    refused('lines', `GET /healthz HTTP/1.1\r\nHost: x\n\r\n\r\n`),
    refused('lines', 'GET /healthz HTTP/1.1\nHost: x\n\n'),
    refused('lines', `GET /healthz HTTP/1.1\r\r\n${host}\r\n`),
    refused('lines', `GET /healthz HTTP/1.1\r\n${host}\r`),
    refused('lines', `GET /healthz HTTP/1.1\r\n${host}`),
  ];
}
