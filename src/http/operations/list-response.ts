import { gzipBody, plainBody, type SegmentedList } from '../../inventory/snapshot/list-body.ts';
import type { Context } from '../request/context.ts';
import { acceptsGzip, matchesETag } from '../request/headers.ts';
import type { HttpResponse } from '../server/message.ts';

/** A list as JSON, compressed where the caller accepts it; 304 where the caller has this version of it. */
export function listResponse(
  context: Context,
  list: SegmentedList,
  { version, headers = {} }: { readonly version: number; readonly headers?: HttpResponse['headers'] | undefined },
): HttpResponse | Promise<HttpResponse> {
  const common = { etag: `W/"${version}"`, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...headers };
  if (matchesETag(context.header('if-none-match'), String(version))) return context.response(304, null, common);
  const send = (body: HttpResponse['body'], encoding: HttpResponse['headers']) =>
    context.response(200, body, { ...common, ...encoding, 'content-type': 'application/json' });
  // The plain list needs no wait.
  if (!acceptsGzip(context.header('accept-encoding'))) return send(plainBody(list), {});
  return gzipBody(list).then((body) => send(body, { 'content-encoding': 'gzip' }));
}
