import { limits as sharedLimits } from '@pawstock/shared/limits.ts';
import { apiLimits } from './api-limits.ts';

/**
 * The limits that a client or an operator can notice, with their units. Only the places that start
 * something import them: app.ts, engines.ts and the commands. They pass them on, so that a test can
 * start a service with others. Constants of the API are in api-limits.ts.
 */

const seconds = 1000;
const minutes = 60 * seconds;
const KiB = 1024;
const MiB = 1024 * KiB;

export const limits = Object.freeze({
  // What the dashboard must know, too.
  batchBodyBytesMax: sharedLimits.batchBodyBytesMax,
  idempotencyRecordMs: sharedLimits.idempotencyRecordMs,
  webhooksMax: sharedLimits.webhooksMax,
  webhookTimeoutMs: sharedLimits.webhookTimeoutMs,

  // HTTP.
  requestLineBytesMax: 8 * KiB,
  headerBytesMax: 16 * KiB,
  headersTimeoutMs: 10 * seconds,
  requestTimeoutMs: 30 * seconds,
  /**
   * Load balancers close idle connections after a minute. The service waits longer, so that they
   * close first.
   */
  keepAliveTimeoutMs: 75 * seconds,
  /**
   * The service disconnects a client that reads nothing of its response for this long, or up to
   * twice as long.
   */
  socketTimeoutMs: 90 * seconds,
  connectionsCheckingIntervalMs: 1 * seconds,
  connectionsMax: 10_000,
  /**
   * How many connections may wait to be accepted. Node's default, 511, is too low when all clients
   * reconnect.
   */
  backlogMax: 4_096,
  /**
   * A connection closes after the response if a body of unknown length, or longer than this, was
   * not fully read.
   */
  unreadBytesMax: 1 * MiB,
  /**
   * How long a closing connection is still read. Without this time, the client might lose its last
   * response.
   */
  lingerMs: 1 * seconds,
  /**
   * The memory that all responses to slow clients may hold together, on top of the size of the
   * inventory as JSON.
   */
  unsentBytesMax: 256 * MiB,

  // Bodies.
  bodyBytesMax: 64 * KiB,
  /**
   * The most chunks in a request body. A chunk of one byte costs as much as a chunk of a thousand
   * bytes.
   */
  bodyChunksMax: 16_384,
  /**
   * The memory of all request bodies that are arriving. The first 64 KiB of each body do not count.
   */
  largeBodiesBytesMax: 64 * MiB,
  /**
   * How many batch requests are checked and stored at the same time. The write queue has room for
   * all of them.
   */
  batchSlotsMax: 16,
  /**
   * How many batch requests may wait to be checked. While so many wait, the body of a further one
   * is not read.
   */
  batchesWaitingMax: 64,
  batchesPerKeyMax: 60,
  batchWaitMsMax: 2 * seconds,
  /**
   * The most JSON values in a request body. 1 MiB has room for half a million, each of which takes
   * 1 µs to parse.
   */
  bodyValuesMax: 50_000,

  // Reads.
  /** How many ledger entries the service may read to fill one page of the history of all pets. */
  historyScanEntriesMax: 50_000,
  /** How many reports may be made or sent at a time. */
  reportsMax: 16,
  reportsPerKeyMax: 12,
  /** A request that has waited for its report for this long is refused. */
  reportWaitMsMax: 15 * seconds,
  /** The summing of a report ends after this time, and the request is refused. */
  reportMsMax: 60 * seconds,
  /** The same for a list or a page of the history. */
  slowReadMsMax: 5 * seconds,
  /**
   * How many requests may wait in one lane, such as that of lists, of history pages, or of changes
   * to keys and webhooks.
   */
  requestsWaitingMax: 1_000,
  /** How many of them may be of one API key. Keys take turns. */
  requestsPerKeyMax: 250,
  /** A request that has waited in such a lane for this long is refused. */
  requestWaitMsMax: 5 * seconds,

  // Writes.
  queuedCommandsMax: 20_000,
  queuedCommandsPerKeyMax: 15_000,
  transactionCommandsMax: 4_000,
  /** How many transactions may wait for the one that is under way. Each comes from another part. */
  transactionsWaitingMax: 100,
  /**
   * How many rows of what is forgotten one transaction deletes. Writes are stored between two of
   * these transactions.
   */
  sweepRowsMax: 250,
  storeBusyTimeoutMs: 4 * seconds,
  /**
   * A warning is logged if the store's clock is behind the time of the last ledger entry by more
   * than this.
   */
  clockBehindMs: 1 * minutes,

  // Reservations.
  reservationRowsInStoreMax: 100_000,
  /** A page of a list ends before the reservation with which it would have more rows than this. */
  reservationPageRowsMax: 2_500,
  /**
   * How long an ended reservation is remembered. For this long, the id of a sold reservation cannot
   * be used again.
   */
  endedReservationMs: 30 * 24 * 60 * minutes,

  // PostgreSQL.
  postgresConnectTimeoutMs: 5 * seconds,
  /**
   * PostgreSQL aborts a statement or lock wait after this time, before the service gives up
   * (`postgresDeadlineMs`).
   */
  postgresServerTimeoutMs: 5 * seconds,
  postgresDeadlineMs: 7 * seconds,
  /** The time limit of one PostgreSQL statement in a long task, such as an import or a copy. */
  postgresStandstillMs: 5 * minutes,
  postgresRetryMs: 3 * seconds,

  // Events.
  eventStreamsMax: 1_000,
  eventStreamsPerKeyMax: 900,
  eventHeartbeatMs: 15 * seconds,
  /**
   * How often the service looks for ledger entries of other processes, for its event streams and
   * webhooks.
   */
  eventPollMs: 250,

  // API keys.
  setupLinkMs: 60 * minutes,
  keysMax: 10_000,
  endedKeysMax: 1_000,
  actionsMax: 1_000,

  // Webhooks.
  webhookTestsMax: 8,
  webhookTestsPerKeyMax: 4,
  /** How many older secrets of a webhook endpoint may sign beside the current one. */
  webhookPreviousSecretsMax: 5,
  /** How many delivery attempts are remembered for each webhook endpoint. */
  webhookAttemptsMax: apiLimits.webhookAttemptsUsual,
  webhookResponseKeptBytes: 1 * KiB,
  /** How much of `webhookTimeoutMs` the name servers have to find the address of the endpoint. */
  webhookLookupMs: 5 * seconds,
  /** The service stops reading a webhook endpoint's response after this many bytes. */
  webhookResponseBytesMax: 16 * KiB,
  webhookPauseMinMs: 5 * seconds,
  webhookPauseMaxMs: 10 * 60 * minutes,
  /**
   * A webhook endpoint is disabled when it has failed for this long, and at least
   * `webhookFailuresMin` times.
   */
  webhookFailingMaxMs: 3 * 24 * 60 * minutes,
  webhookFailuresMin: 10,
  /**
   * How often the webhook lease is checked, due messages are sent, and the progress of webhooks is
   * stored.
   */
  webhookTickMs: 1 * seconds,
  webhookRenewIntervalMs: 5 * seconds,
  /**
   * If the webhook lease is not renewed for this long, another instance takes over the sending of
   * webhooks.
   */
  webhookLeaseMs: 15 * seconds,

  // Backups.
  /** How long after a failed backup the next backup is tried, unless BACKUP_EVERY is shorter. */
  backupRetryMs: 10 * minutes,
  /** An unfinished backup that is older than this was left behind by a service that was killed. */
  backupAbandonedMs: 15 * minutes,

  /** A backup that is older than this is reported, unless BACKUP_EVERY is longer than half of it. */
  backupLateMs: 48 * 60 * minutes,
  /** How long BACKUP_COMMAND may run after a backup. */
  backupCommandMs: 60 * minutes,

  // Mail.
  /** How often the service looks whether a mail is due. */
  mailTickMs: 10 * seconds,
  /**
   * How long after a failed attempt a mail is sent again. An attempt without a result counts as
   * failed after the same time.
   */
  mailRetryMs: 5 * minutes,
  /** How long each step of sending a mail may wait for the mail server. */
  mailTimeoutMs: 20 * seconds,
  /** How many owners may wait until a mail is sent that they have asked for. */
  mailTestsWaitingMax: 4,
  mailTestsPerKeyMax: 2,

  // Stopping.
  drainGraceMs: 500,
  drainDeadlineMs: 6 * seconds,
  /**
   * While the service stops, a connection without a request stays open for this long: a request may
   * be on its way.
   */
  lateRequestMs: 500,
  /**
   * The service exits this long after SIGTERM. Even on a busy machine, this is within the
   * documented ten seconds.
   */
  stopDeadlineMs: 8 * seconds,
  fatalGraceMs: 250,

  /**
   * How many bytes of request log lines may wait to be written. Beyond this limit, log lines are
   * dropped.
   */
  logBytesMax: 4 * MiB,

  importBytesMax: 400 * MiB,
});

export type Limits = { readonly [Name in keyof typeof limits]: number };
