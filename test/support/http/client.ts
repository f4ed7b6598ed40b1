import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { patienceMs } from '../until.ts';

export type HttpResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

export type HttpRequest = {
  readonly method?: string;
  /** /v1/inventory, unless told otherwise. */
  readonly root?: string;
  /** The part of the path after the root. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is JSON already. */
  readonly body?: unknown;
};

/** No complete response arrived. Nothing has happened for certain only if the request was never sent. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly sent: boolean;
  /** The service closed an idle connection while the request was on its way, so it did not carry the request out. */
  readonly wasIdle: boolean;

  constructor(cause: Error, onKeptConnection: boolean) {
    super(cause.message, { cause });
    const code = 'code' in cause ? String(cause.code) : '';
    this.sent = code !== 'ECONNREFUSED';
    this.wasIdle = onKeptConnection && ['ECONNRESET', 'EPIPE'].includes(code);
  }
}

/**
 * A client with a key, on connections that it keeps. It never repeats a request by itself, which `fetch` reserves the
 * right to do, and costs less, which leaves more of a small machine to the service.
 */
export function createClient(secret: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    send: (url: string, { method = 'GET', root = '/v1/inventory', path, headers, body }: HttpRequest) =>
      new Promise<HttpResponse>((resolve, reject) => {
        const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
        const options = {
          method,
          agent,
          timeout: patienceMs,
          headers: { authorization: `Bearer ${secret}`, ...(text && jsonHeaders(text)), ...headers },
        };
        const fail = (error: Error) => reject(new NoResponse(error, sending.reusedSocket));
        const sending = request(url + root + path, options, (response) => {
          read(response).then(resolve, fail);
        });
        sending.on('timeout', () => sending.destroy(new Error(`no response within ${patienceMs} ms`)));
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
  // Throws where the connection ends before the response does.
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** The number in the strong ETag of a response. */
export function versionIn({ headers }: HttpResponse): number | null {
  const [, digits] = /^"(\d+)"$/.exec(headers.etag ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The code of an Error. */
export function codeIn({ body }: HttpResponse): string {
  return (JSON.parse(body) as { code?: string }).code ?? '';
}
