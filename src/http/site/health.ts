import { DomainError } from '../../domain/errors.ts';
import { HttpError } from '../errors.ts';
import type { Context } from '../request/context.ts';
import type { HttpResponse } from '../server/message.ts';

export function healthz(context: Context): HttpResponse {
  return context.json(200, '{"status":"ok"}');
}

/** Ready only if the store answers: without it no request can be served. */
export async function readyz(context: Context): Promise<HttpResponse> {
  const { state, inventory } = context.service;
  if (state === 'starting')
    throw new DomainError('store_unavailable', 'The service is starting. Try again in a moment.');
  if (state !== 'serving') throw new HttpError('shutting_down', 'This instance is stopping. Use another one.');
  await inventory.fresh();
  return context.json(200, '{"status":"ready"}');
}
