import type { DatabaseSync } from 'node:sqlite';
import type { Webhook, WebhookDecision } from '../domain/webhook.ts';
import { leaseFromRow, webhookFromRow } from '../store/rows.ts';
import type { ExistingWebhooks, WebhookLease, WebhookUpdate } from '../store/store.ts';
import { progressColumns, progressValues, webhookColumns, webhookValues } from './columns.ts';
import { inTransaction } from './connection.ts';

/** The endpoints of webhooks, and the lease of the instance that delivers. */
export class WebhookTable {
  readonly #db: DatabaseSync;
  readonly #lease;
  readonly #all;
  readonly #lastSeq;
  readonly #put;
  readonly #remove;
  readonly #take;
  readonly #renew;
  readonly #save;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#lease = db.prepare('select holder, renewal from webhook_lease');
    this.#all = db.prepare(`select ${webhookColumns} from webhook order by created_at_ms, name`);
    this.#lastSeq = db.prepare('select ifnull(max(seq), 0) as seq from ledger');
    this.#put = db.prepare(
      `insert or replace into webhook (${webhookColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#remove = db.prepare('delete from webhook where id = ?');
    this.#take = db.prepare(
      'update webhook_lease set holder = ?, renewal = renewal + 1 where holder = ? and renewal = ?',
    );
    this.#renew = db.prepare('update webhook_lease set holder = ?, renewal = renewal + 1 where holder = ?');
    this.#save = db.prepare(
      `update webhook set (${progressColumns}) = (?, ?, ?, ?, ?, ?, ?) where id = ? and revision = ?`,
    );
  }

  lease(): WebhookLease {
    return leaseFromRow(this.#lease.get());
  }

  all(): Webhook[] {
    return this.#all.all().map(webhookFromRow);
  }

  put(webhook: Webhook): void {
    this.#put.run(...webhookValues(webhook));
  }

  change(decide: (existing: ExistingWebhooks) => WebhookDecision): string | undefined {
    return inTransaction(this.#db, () => {
      const decision = decide({ webhooks: this.all(), lastSeq: Number(this.#lastSeq.get()?.['seq']) });
      if ('refusal' in decision) return decision.refusal;
      if ('remove' in decision) this.#remove.run(decision.remove.id);
      else this.put(decision.store);
      return undefined;
    });
  }

  /** Within the caller's transaction, as is `save`. */
  take(seen: WebhookLease, holder: string): boolean {
    return Number(this.#take.run(holder, seen.holder, seen.renewal).changes) === 1;
  }

  save(holder: string, progress: readonly WebhookUpdate[], nextHolder: string): boolean {
    if (Number(this.#renew.run(nextHolder, holder).changes) === 0) return false;
    for (const update of progress) this.#save.run(...progressValues(update), update.id, update.revision);
    return true;
  }
}
