import type { Store } from '../../../src/store/store.ts';
import type { NameServer } from '../network/name-server.ts';
import { until } from '../until.ts';
import { addEndpoint } from './endpoint.ts';

/** The hosts of webhook endpoints whose name server never answers. */
export const hanging = Array.from({ length: 20 }, (_, index) => `hangs-${index}.test`);

/** Limits with which an attempt to such an endpoint takes longer than any test. */
export const endless = { webhookLookupMs: 600_000, webhookTimeoutMs: 600_000 };

export async function addHanging(store: Store): Promise<void> {
  for (const name of hanging) await addEndpoint(store, `http://${name}/`, { name });
}

/** Waits until the name server has been asked for all of them. */
export function untilAllHang({ questions }: NameServer): Promise<void> {
  return until(() => hanging.every((name) => questions.some((question) => question.name === name)));
}
