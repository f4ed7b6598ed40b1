import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { openSocket } from '../http/raw-socket.ts';
import type { Random } from '../random.ts';
import { patienceMs } from '../until.ts';

/**
 * Generates what a client may send on one connection: any HTTP requests, split anywhere, aborted at
 * any point.
 */

type Message = {
  readonly bytes: string;
  /**
   * The request id that the response must contain; undefined if Node's HTTP parser cannot find the
   * id.
   */
  readonly id: string | undefined;
  readonly isHead: boolean;
  /** Whether the message is an HTTP request that changes stock if the service handles it. */
  readonly isWrite: boolean;
  /** Whether Node closes the connection without a response to this message. */
  readonly isSilent: boolean;
  /**
   * Whether the response must announce that the connection closes; undefined if it may or may not
   * do so.
   */
  readonly closes: boolean | undefined;
};

/**
 * What a client does with the connection after it has sent all messages, or only a part of them.
 */
type Ending = 'half-close' | 'close' | 'reset' | 'wait';

export type Sequence = {
  readonly messages: readonly Message[];
  /**
   * The pieces in which a client sends its bytes. After each it pauses: some milliseconds, or for
   * all responses.
   */
  readonly segments: readonly { readonly bytes: string; readonly pause: number | 'responses' }[];
  readonly ending: Ending;
};

type Target = {
  readonly port: number;
  readonly secret: string;
  readonly pets: number;
  readonly ca?: Buffer | undefined;
};

const pick = <T>(random: Random, weighted: readonly (readonly [weight: number, value: T])[]): T => {
  let at = random.below(weighted.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, value] of weighted) {
    at -= weight;
    if (at < 0) return value;
  }
  throw new Error('unreachable');
};

const malformed = [
  'nonsense\r\n\r\n',
  '\0\x16\x03\x01\r\n\r\n',
  'GET  HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nno header\r\n\r\n',
  'GET / HTTP/1.1\r\nA : b\r\n\r\n',
  'PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(30_000)}\r\n\r\n`,
];

const tooLarge = 'x'.repeat(70_000);
const chunked = 'Transfer-Encoding: chunked\r\n';

function messageFor(random: Random, id: string, { secret, pets }: Target): Message {
  const key = `Authorization: Bearer ${secret}\r\n`;
  const wrong = 'Authorization: Bearer paw_wrong\r\n';
  const version = random.below(10) === 0 ? '1.0' : '1.1';
  const connection =
    random.below(5) === 0 ? `Connection: ${random.pick(['close', 'keep-alive'])}\r\n` : '';
  const head = (line: string, headers = '') =>
    `${line} HTTP/${version}\r\nHost: x\r\nX-Request-Id: ${id}\r\n${connection}${headers}\r\n`;
  const isClosed = version === '1.1' ? connection === 'Connection: close\r\n' : undefined;
  const other = { id, isHead: false, isWrite: false, isSilent: false, closes: undefined };
  const target = `/v1/inventory/${random.below(pets)}`;
  const body = `{"quantity":${random.below(1_000)}}`;
  const length = `Content-Length: ${body.length}\r\n`;
  const chunks = `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\n\r\n`;
  const upgrade = `Connection: Upgrade\r\nUpgrade: ${random.pick(['websocket', 'h2c'])}\r\n`;
  const expect = random.pick(['', 'Expect: 100-continue\r\n']);
  const read = (line: string, headers = '') => ({
    ...other,
    closes: isClosed,
    bytes: head(line, headers),
  });
  const refused = (headers: string, sent: string) => ({
    ...other,
    bytes: head(`PATCH ${target}`, headers) + sent,
  });
  const write = (headers: string, sent = body) => ({
    ...refused(key + headers, sent),
    isWrite: true,
    closes: isClosed,
  });
  const paths = [
    '',
    '?limit=9&after=5',
    '/1/history',
    '/history?reason=sale',
    '/details',
    '/reserved',
  ];
  return pick<Message>(random, [
    [
      4,
      read(
        `GET ${random.pick(['/healthz', '/openapi.json', '/docs', '/nowhere', '/v1/inventory'])}`,
      ),
    ],
    [3, read(`GET ${random.pick([target, '/v1/inventory', '/v1/key'])}`, key)],
    [2, read(`GET /v1/inventory${random.pick(paths)}`, `${key}Accept-Encoding: gzip\r\n`)],
    [2, { ...read(`HEAD ${random.pick([target, '/v1/inventory'])}`, key), isHead: true }],
    [6, write(length)],
    [3, write(chunked, chunks)],
    [2, write(`${length}Expect: 100-continue\r\n`)],
    [2, { ...write(upgrade + length), closes: true }],
    [2, refused(wrong + length + expect, body)],
    [1, refused(`${key}Content-Length: ${tooLarge.length}\r\n`, tooLarge)],
    [1, refused(random.pick([key, wrong]) + chunked, 'no size\r\n')],
    [1, read(`GET ${target}`, `${key}Expect: miracles\r\n`)],
    [2, { ...read('GET /healthz', upgrade), closes: true }],
    [1, { ...other, bytes: head('GET /v1/inventory/events', key) }],
    [
      2,
      {
        ...other,
        isSilent: true,
        bytes: head('CONNECT x:443', random.pick(['', length, upgrade])),
      },
    ],
    [1, { ...other, isSilent: true, id: undefined, bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' }],
    [3, { ...other, id: undefined, bytes: random.pick(malformed) }],
  ]);
}

export function createSequence(random: Random, name: string, target: Target): Sequence {
  const messages = Array.from({ length: 1 + random.below(6) }, (_, at) =>
    messageFor(random, `${name}-${at}`, target),
  );
  const ending = pick<Ending>(random, [
    [8, 'half-close'],
    [3, 'close'],
    [4, 'reset'],
    [1, 'wait'],
  ]);
  const bytes = messages.map((message) => message.bytes).join('');
  const sent = random.below(3) === 0 ? bytes.slice(0, 1 + random.below(bytes.length)) : bytes;
  const isPolite = random.below(3) === 0;
  const ends = isPolite
    ? messages.map((_, at) =>
        messages.slice(0, at + 1).reduce((sum, message) => sum + message.bytes.length, 0),
      )
    : Array.from({ length: random.below(5) }, () => random.below(sent.length)).sort(
        (a, b) => a - b,
      );
  const cuts = [0, ...ends.filter((end) => end < sent.length), sent.length];
  const segments = cuts.slice(1).map((end, at) => ({
    bytes: sent.slice(cuts[at], end),
    pause: isPolite ? ('responses' as const) : random.pick([0, 0, 1, 3]),
  }));
  return { messages, segments, ending };
}

/**
 * If a client sends nothing for longer than this, the service may have closed the idle connection.
 * If a TLS connection gets no response within this time, the service may have given up its
 * handshake.
 */
const lateMs = 1_000;

/**
 * Plays a client's part on one connection, and fails unless each response belongs to the request at
 * the same position. Returns the ids of the writes that succeeded, and of those that may have
 * succeeded.
 */
export async function play(sequence: Sequence, { port, ca }: Target) {
  const { messages, segments, ending } = sequence;
  const openedAtMs = performance.now();
  const { socket, connected, received, closed, reset } = openSocket(port, '', { ca });
  assert.ok(await connected, 'the service does not accept connections');
  let [mayLackResponses, isStuck, sentBytes, sentAtMs] = [false, false, 0, performance.now()];
  const cut = (how: () => void) => {
    mayLackResponses = true;
    how();
  };
  const timer = setTimeout(() => {
    isStuck = true;
    socket.destroy();
  }, patienceMs);
  // An event stream never ends by itself, so the client closes the connection.
  socket.on('data', () => received().includes('text/event-stream') && cut(() => socket.destroy()));
  const responded = async () => {
    const complete = countComplete(messages, sentBytes);
    while (!socket.closed && responsesIn(received(), messages).length < complete) await delay(1);
  };
  for (const { bytes, pause } of segments) {
    const nowMs = performance.now();
    mayLackResponses ||= nowMs - sentAtMs > lateMs;
    sentAtMs = nowMs;
    if (socket.destroyed || socket.readableEnded) break;
    socket.write(bytes, 'latin1');
    sentBytes += bytes.length;
    if (pause === 'responses') await responded();
    else if (pause > 0) await delay(pause);
  }
  // The service closes its side as soon as the client does, so the client waits for its responses
  // first.
  if (ending === 'half-close') {
    await responded();
    // An incomplete message may get no response.
    mayLackResponses ||= sentBytes > bytesOf(messages, countComplete(messages, sentBytes));
    socket.end();
  } else if (ending === 'close') cut(() => socket.destroy());
  else if (ending === 'reset') cut(reset);
  const responses = responsesIn(await closed, messages);
  const lastedMs = performance.now() - openedAtMs;
  clearTimeout(timer);
  assert.ok(!isStuck, 'the connection stays open');
  // On a busy machine, a TLS handshake may take longer than the service waits for it.
  mayLackResponses ||= ca !== undefined && responses.length === 0 && lastedMs > lateMs;
  const silentAt = messages.findIndex(({ isSilent }) => isSilent);
  const isSilentSent = silentAt !== -1 && sentBytes > bytesOf(messages, silentAt);
  // When Node closes the connection without a response, the response before it may be lost as well.
  mayLackResponses ||= isSilentSent && responses.length < silentAt;
  return check(sequence, responses, { sentBytes, mayLackResponses });
}

type Sent = { readonly sentBytes: number; readonly mayLackResponses: boolean };

function check(
  sequence: Sequence,
  responses: readonly Response[],
  { sentBytes, mayLackResponses }: Sent,
) {
  const { messages, segments } = sequence;
  const complete = countComplete(messages, sentBytes);
  // If a client waits for all responses after each segment, only `Connection: close` explains a
  // missing response.
  const isPolite = segments.every(({ pause }) => pause === 'responses');
  const answered: string[] = [];
  for (const [at, { status, id, closes }] of responses.entries()) {
    const message = messages[at];
    assert.ok(message !== undefined, 'more responses than requests');
    const isLast = at === responses.length - 1;
    // A response repeats its request's id unless the parser could not read the id, or the request
    // stayed incomplete.
    if (message.id === undefined || at >= complete || status === 408) {
      assert.ok(
        id === message.id || (isLast && [400, 408, 431].includes(status)),
        `${status} for ${message.id}`,
      );
    } else assert.equal(id, message.id, 'the response to another request');
    assert.ok(
      id === message.id || !messages.some((another) => another.id === id),
      'the id of another request',
    );
    assert.ok(
      !isSentTogether(sequence, at),
      'a response to what was sent before the response to the one before it',
    );
    if (isPolite && at < complete && status !== 408 && message.closes !== undefined) {
      assert.equal(closes, message.closes, `whether it closes after ${message.id}`);
    }
    assert.ok(isLast || !closes, 'a response after the last one');
    assert.ok(
      !message.isSilent || id !== message.id || message.id === undefined,
      'a response to CONNECT',
    );
    if (message.isWrite && status === 200) answered.push(message.id ?? '');
  }
  const next = messages[responses.length];
  const isMissing =
    next?.isSilent === false &&
    (responses.length === 0 || (isPolite && responses.length < complete));
  if (isMissing && !mayLackResponses) {
    assert.equal(responses.at(-1)?.closes, true, `no response to ${next.id}`);
  }
  const unanswered = messages.filter(({ id, isWrite }) => isWrite && !answered.includes(id ?? ''));
  const maybe = mayLackResponses ? unanswered.map(({ id }) => id ?? '') : [];
  return { answered, maybe, responses: responses.length };
}

/**
 * Whether a client sent a message together with the one before it, and the service could read both
 * at once.
 */
function isSentTogether({ messages, segments }: Sequence, at: number): boolean {
  const [start, end] = [bytesOf(messages, at - 1), bytesOf(messages, at + 1)];
  const isShort = bytesOf(segments, segments.length) < 16_000;
  return (
    at > 0 &&
    isShort &&
    segments.some((_, n) => bytesOf(segments, n) <= start && bytesOf(segments, n + 1) >= end)
  );
}

/** Returns the total number of bytes in the first `count` messages or segments. */
function bytesOf(parts: readonly { readonly bytes: string }[], count: number): number {
  return parts.slice(0, count).reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function countComplete(messages: readonly Message[], sentBytes: number): number {
  let end = 0;
  return messages.filter(({ bytes }) => {
    end += bytes.length;
    return end <= sentBytes;
  }).length;
}

type Response = {
  readonly status: number;
  readonly id: string | undefined;
  readonly closes: boolean;
};

/**
 * Returns the complete responses in the received text. The head of an event stream counts as
 * complete.
 */
function responsesIn(text: string, messages: readonly Message[]): Response[] {
  const responses: Response[] = [];
  for (let start = 0; ; ) {
    const end = text.indexOf('\r\n\r\n', start);
    if (end === -1) return responses;
    const head = text.slice(start, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    assert.ok(status > 0, `no response: ${JSON.stringify(head)}`);
    const length = /^content-length: (\d+)$/im.exec(head)?.[1];
    start = end + 4 + (messages[responses.length]?.isHead ? 0 : Number(length ?? 0));
    if (start > text.length) return responses;
    if (status === 100) continue;
    const id = /^x-request-id: (.+)$/im.exec(head)?.[1];
    responses.push({ status, id, closes: /^connection: close$/im.test(head) });
    if (head.includes('text/event-stream')) return responses;
  }
}
