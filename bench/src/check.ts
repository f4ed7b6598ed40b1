import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { keepAliveConnections, type LoadResult } from './load.ts';
import { bare, type RunningServer, type ServerKind } from './servers.ts';
import { firstQuantity, type Pet, petOf, stockOf } from './stock.ts';

/**
 * Checks a few responses of every server in the benchmark: a fast server with wrong responses is
 * worth nothing.
 */

type Answer = {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: unknown;
};

type CallOptions = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /**
   * An HTTP agent, which lets requests share connections. Default: each request opens a new
   * connection.
   */
  readonly agent?: Agent;
};

/**
 * Sends a request with node:http. The global fetch would add headers that prevent a 304 to
 * conditional requests.
 */
export async function call(server: RunningServer, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', path = '', headers = {}, body = '', agent = false } = options;
  const length =
    body === ''
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(body.length) };
  const outgoing = request(server.list + path, {
    method,
    agent,
    headers: { authorization: `Bearer ${server.key}`, ...length, ...headers },
    signal: AbortSignal.timeout(60_000),
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = await text(incoming);
  const { statusCode: status = 0, headers: answered } = incoming;
  return { status, etag: answered.etag, body: received === '' ? undefined : JSON.parse(received) };
}

/**
 * Checks before the measurement that a server lists all pets, stores a PATCH, and refuses a wrong
 * API key.
 */
export async function checkFresh(
  kind: ServerKind,
  server: RunningServer,
  pets: number,
): Promise<void> {
  const list = await call(server);
  must(
    list.status === 200 && isDeepStrictEqual(list.body, stockOf(pets)),
    'the list is not the stock',
  );
  const path = `/${pets}`;
  const item = await call(server, { path });
  must(
    item.status === 200 && isDeepStrictEqual(item.body, petOf(pets)),
    'the item is not in the stock',
  );

  const wanted = { ...petOf(pets), quantity: firstQuantity };
  const body = JSON.stringify({ quantity: firstQuantity });
  const patch = await call(server, { method: 'PATCH', path, body });
  must(
    patch.status === 200 && isDeepStrictEqual(patch.body, wanted),
    'PATCH does not answer with the item',
  );
  if (kind === bare) return;
  must(isDeepStrictEqual((await call(server, { path })).body, wanted), 'PATCH is not kept');
  const stranger = await call(server, { headers: { authorization: 'Bearer unknown' } });
  must(stranger.status === 401, 'a wrong key is accepted');
}

/**
 * Checks after a load of PATCH requests that every pet has the last quantity that a response
 * confirmed. When the load ends, one PATCH per connection may be stored but have no response yet.
 * Its pet may have a later quantity.
 */
export async function checkLevels(
  server: RunningServer,
  load: LoadResult,
  lastQuantity: number,
): Promise<void> {
  let unanswered = 0;
  for (const { petId, quantity } of (await call(server)).body as Pet[]) {
    const acknowledged = load.acknowledged.get(petId);
    if (acknowledged === undefined || quantity === acknowledged) continue;
    must(
      quantity > acknowledged && quantity <= lastQuantity,
      `pet ${petId} is at ${quantity}, not ${acknowledged}`,
    );
    unanswered += 1;
  }
  must(unanswered <= keepAliveConnections, `${unanswered} pets are not at what was acknowledged`);
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
