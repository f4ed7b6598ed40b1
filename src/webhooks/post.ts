import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Timers } from '../platform.ts';
import type { Post } from './delivery.ts';
import { resolveName } from './name-resolution.ts';
import { lookupWith } from './networks.ts';

type Options = {
  readonly timers: Timers;
  /** The name servers that find the hosts of endpoints. Undefined: those of the system. */
  readonly nameServers?: readonly string[] | undefined;
};

/**
 * An endpoint limited to public addresses must not reuse another endpoint's connection to a private
 * address.
 */
const agents = {
  anywhere: {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true }),
  },
  publicOnly: {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true }),
  },
};

/** Returns a function that sends a POST over the network. It connects to allowed addresses only. */
export function createPost({ timers, nameServers }: Options): Post {
  return async ({ url, headers, body, allowed, lookupMs, signal }) => {
    const isSecure = url.protocol === 'https:';
    const request = isSecure ? httpsRequest : httpRequest;
    const group = agents[allowed === undefined ? 'anywhere' : 'publicOnly'];
    const findAddresses = (name: string) =>
      resolveName(name, { timers, nameServers, timeoutMs: lookupMs, signal });

    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(
      url,
      {
        method: 'POST',
        agent: isSecure ? group.https : group.http,
        lookup: lookupWith(findAddresses, allowed),
        signal,
        headers,
      },
      resolve,
    );
    sent.on('error', reject).end(body);
    const response = await promise;
    const retryAfter = response.headers['retry-after'];
    return { status: response.statusCode ?? 0, retryAfter, body: response };
  };
}
