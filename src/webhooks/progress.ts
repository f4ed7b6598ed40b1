import type { Attempt, Webhook } from '../domain/webhook.ts';
import type { Store } from '../store/store.ts';
import type { Lease } from './lease.ts';

/** An endpoint as this instance knows it, and as it was stored last. */
type EndpointProgress = { readonly webhook: Webhook; stored: Webhook };

/** Attempts that are kept until the next save. The store keeps only the newest of each endpoint anyway. */
const attemptsUnsavedMax = 2_500;

/**
 * Stores how far deliveries have come, and the attempts. Both are stored in the transaction that renews the lease, so an
 * instance that has lost the lease stores nothing.
 */
export class ProgressWriter {
  /** Attempts that are not stored yet. */
  #attempts: Attempt[] = [];

  add(attempt: Attempt): void {
    this.#attempts.push(attempt);
    if (this.#attempts.length > attemptsUnsavedMax) this.#attempts.shift();
  }

  /** `nextHolder` is '' to give the lease up. Returns whether this instance held the lease. */
  async save(store: Store, lease: Lease, endpoints: readonly EndpointProgress[], nextHolder: string): Promise<boolean> {
    const startedMs = performance.now();
    const unsaved = endpoints
      .filter(({ webhook, stored }) => webhook !== stored)
      .map((endpoint) => ({ endpoint, webhook: endpoint.webhook }));
    const attempts = new Set(this.#attempts);
    const updates = unsaved.map(({ webhook }) => webhook);
    const savedIds = await store.saveWebhooks(lease.id, updates, { nextHolder, attempts: [...attempts] });
    this.#attempts = this.#attempts.filter((attempt) => !attempts.has(attempt));
    if (savedIds === undefined) return false;
    for (const { endpoint, webhook } of unsaved) if (savedIds.includes(webhook.id)) endpoint.stored = webhook;
    lease.hold(startedMs);
    return true;
  }
}
