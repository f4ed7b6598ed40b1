import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { patienceMs } from '../until.ts';

export type HttpResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type HttpRequest = {
  readonly method?: string;
  /** The prefix of the request's path. Default: /v1/inventory. */
  readonly root?: string;
  /** The part of the request's path after `root`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request body. A string is sent unchanged, and any other value as JSON. */
  readonly body?: unknown;
};

/**
 * No complete response arrived. Unless the request was never sent, the service may have carried it
 * out.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly sent: boolean;
  /**
   * The service closed the idle connection before it got the request, so it did not carry the
   * request out.
   */
  readonly wasIdle: boolean;

  constructor(cause: Error, onKeptConnection: boolean) {
    super(cause.message, { cause });
    const code = 'code' in cause ? String(cause.code) : '';
    this.sent = code !== 'ECONNREFUSED';
    this.wasIdle = onKeptConnection && ['ECONNRESET', 'EPIPE'].includes(code);
  }
}

/**
 * An HTTP client that keeps its connections open. Unlike `fetch`, it never repeats a request by
 * itself, and it needs less processor time.
 */
export function createClient(secret: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    send: (
      url: string,
      { method = 'GET', root = '/v1/inventory', path, headers, body }: HttpRequest,
    ) =>
      new Promise<HttpResponse>((resolve, reject) => {
        const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
        const options = {
          method,
          agent,
          timeout: patienceMs,
          headers: {
            authorization: `Bearer ${secret}`,
            ...(text && jsonHeaders(text)),
            ...headers,
          },
        };
        const fail = (error: Error) => reject(new NoResponse(error, sending.reusedSocket));
        const sending = request(url + root + path, options, (response) => {
          read(response).then(resolve, fail);
        });
        sending.on('timeout', () =>
          sending.destroy(new Error(`no response within ${patienceMs} ms`)),
        );
        sending.on('error', fail);
        sending.end(text);
      }),
    close: () => agent.destroy(),
  };
}

const jsonHeaders = (text: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(text)),
});

async function read(response: IncomingMessage): Promise<HttpResponse> {
  let body = '';
  // Reading the response throws if the connection ends before the response is complete.
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Returns the version in a response's strong ETag; null if there is none. */
export function versionIn({ headers }: HttpResponse): number | null {
  const [, digits] = /^"(\d+)"$/.exec(headers.etag ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Returns the code of an error response. */
export function codeIn({ body }: HttpResponse): string {
  return (JSON.parse(body) as { code?: string }).code ?? '';
}
