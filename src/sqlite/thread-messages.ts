import type { DomainErrorCode } from '../domain/errors.ts';
import type { Row, Statement } from '../store/tables.ts';
import type { Transactions } from '../store/transaction-requests.ts';

/** What a thread can be asked to do: what a request holds beside its `kind`, and the reply. */
type ThreadCalls = Transactions & {
  /** Runs a query, which ends after `msMax`. */
  select: {
    request: { readonly statement: Statement; readonly msMax: number };
    reply: Row[];
  };
  /** Closes the connection, after the transactions that were asked for before. */
  close: { request: object; reply: undefined };
};

export type ThreadCall = keyof ThreadCalls;

/** A request for one of these calls. */
export type ThreadRequest<Call extends ThreadCall = ThreadCall> = {
  [One in Call]: { readonly kind: One } & ThreadCalls[One]['request'];
}[Call];

export type ThreadReply<Call extends ThreadCall = ThreadCall> = ThreadCalls[Call]['reply'];

/** A request on its way to the thread. */
export type RequestMessage<Call extends ThreadCall = ThreadCall> = {
  readonly id: number;
  readonly request: ThreadRequest<Call>;
  /**
   * The time on a test's clock. If undefined, the thread reads the machine's clock within the
   * transaction.
   */
  readonly clockMs: number | undefined;
};

/** What became of a request. */
export type ThreadResult =
  | { readonly result: 'done'; readonly reply: ThreadReply }
  | { readonly result: 'committed'; readonly reply: ThreadReply; readonly syncMs: number }
  | {
      readonly result: 'failed';
      readonly code: DomainErrorCode | 'unexpected';
      readonly message: string;
      readonly cause: string;
    };

/** The result of a request on its way back. */
export type ResultMessage = { readonly id: number; readonly result: ThreadResult };
