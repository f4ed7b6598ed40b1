import type { TestContext } from 'node:test';
import type { Handler, HttpResponse } from '../../src/http/server/message.ts';
import { listen } from '../../src/http/server/server.ts';
import { SlowReaders } from '../../src/http/slow-readers.ts';
import { limits } from '../../src/limits.ts';

export const fine: HttpResponse = { status: 200, headers: {}, body: 'fine' };

type Options = Partial<
  Pick<Parameters<typeof listen>[0], 'limits' | 'onError' | 'slowReaders' | 'tls'>
>;

/** Starts the HTTP server alone, with the test's own handler. */
export async function startServer(t: TestContext, handler: Handler, options: Options = {}) {
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    limits,
    slowReaders: new SlowReaders(() => 2 ** 30),
    handler,
    renderError: (error) => ({ status: 400, headers: {}, body: error.message }),
    onError: (error) => {
      throw error;
    },
    onDrop: () => undefined,
    ...options,
  });
  t.after(async () => {
    server.closeAllConnections();
    await server.stop();
  });
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}
