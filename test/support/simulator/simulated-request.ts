import type { HttpRequest } from '../../../src/http/server/message.ts';

export type RequestFields = {
  readonly method: string;
  /** The path below the base address, with its query. */
  readonly path: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** A request as the router gets it, which never came through a socket. */
export function simulatedRequest(
  { method, path, secret, headers, body }: RequestFields,
  isGone: () => boolean,
): HttpRequest {
  const [pathname = '', query] = `/v1${path}`.split('?');
  return {
    method,
    path: pathname,
    query,
    headers: { authorization: `Bearer ${secret}`, ...headers },
    complete: true,
    get aborted() {
      return isGone();
    },
    isRepeated: () => false,
    body: async () => Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  };
}
