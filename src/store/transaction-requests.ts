import type { Action, ActionOutcome } from '../domain/action.ts';
import type { MailAttempt, MailProgress, MailRecord } from '../domain/mail-progress.ts';
import type { Attempt } from '../domain/webhook-attempt.ts';
import type { WebhookProgress } from '../domain/webhook-progress.ts';
import type { Outcome, Write } from '../domain/write.ts';
import type { KeyUse, Swept, WebhookLease } from './store.ts';

/**
 * Every transaction of a store: what its request holds beside its `kind`, and the reply. SQLite
 * sends requests and replies between threads, so they hold nothing but values.
 */
export type Transactions = {
  commit: { request: { readonly writes: readonly Write[] }; reply: Outcome[] };
  sweep: { request: object; reply: Swept };
  beginMails: { request: { readonly attempt: MailAttempt }; reply: MailProgress[] };
  recordMail: { request: { readonly record: MailRecord }; reply: undefined };
  recordKeyUses: { request: { readonly uses: readonly KeyUse[] }; reply: undefined };
  perform: { request: { readonly action: Action }; reply: ActionOutcome };
  addAttempts: { request: { readonly attempts: readonly Attempt[] }; reply: undefined };
  takeWebhookLease: {
    request: { readonly seen: WebhookLease; readonly holder: string };
    reply: boolean;
  };
  saveWebhooks: {
    request: {
      readonly holder: string;
      readonly nextHolder: string;
      readonly progress: readonly WebhookProgress[];
      readonly attempts: readonly Attempt[];
    };
    /** Undefined if another instance holds the lease. */
    reply: string[] | undefined;
  };
};

export type TransactionKind = keyof Transactions;

/** A request for one of these kinds of transactions. */
export type TransactionRequest<Kind extends TransactionKind = TransactionKind> = {
  [One in Kind]: { readonly kind: One } & Transactions[One]['request'];
}[Kind];

export type TransactionReply<Kind extends TransactionKind> = Transactions[Kind]['reply'];
