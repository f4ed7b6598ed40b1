import { DomainError } from '../domain/errors.ts';
import type { Call } from './call.ts';
import type { Answer } from './exchange.ts';
import type { ServiceState } from './service.ts';

export function alive(call: Call): Answer {
  return call.json(200, '{"status":"ok"}');
}

/** Ready only if the store answers: whoever cannot read it can serve nobody. */
export async function ready(call: Call): Promise<Answer> {
  const { state, inventory } = call.service;
  try {
    if (state !== 'serving') throw notReady(state);
    await inventory.fresh();
    return call.json(200, '{"status":"ready"}');
  } catch (error) {
    return call.failed(error);
  }
}

function notReady(state: ServiceState): DomainError {
  return state === 'starting'
    ? new DomainError('store_unavailable', 'The service is starting. Try again in a moment.')
    : new DomainError('shutting_down', 'This instance is stopping. Use another one.');
}
