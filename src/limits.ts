/**
 * Every limit that a client or an operator can notice, with its unit. `app.ts` passes most limits on, so that a test
 * can start a service with others. Limits of requests and files, and time-outs of stores, are imported directly.
 */

const seconds = 1000;
const minutes = 60 * seconds;
const KiB = 1024;

export const limits = Object.freeze({
  // HTTP.
  requestLineBytesMax: 8 * KiB,
  headerBytesMax: 16 * KiB,
  headersTimeoutMs: 10 * seconds,
  requestTimeoutMs: 30 * seconds,
  /** Load balancers close idle connections after a minute. The service waits longer, so that they close first. */
  keepAliveTimeoutMs: 75 * seconds,
  /** A client that reads nothing of its response for this long is disconnected, at the latest after twice this time. */
  socketTimeoutMs: 90 * seconds,
  connectionsCheckingIntervalMs: 1 * seconds,
  connectionsMax: 10_000,
  /** How many connections may wait to be accepted. Node's default of 511 is soon full when all clients reconnect. */
  backlogMax: 4_096,
  /** If a request body is not read and announces more than this, its connection is closed after the response. */
  unreadBytesMax: 1024 * KiB,
  /** How long a closing connection is still read. Closing it at once could lose the client's last response. */
  lingerMs: 1 * seconds,
  /** How much memory responses to slow clients may take together, in addition to the size of the inventory. */
  unsentBytesMax: 256 * KiB * KiB,

  // Bodies.
  bodyBytesMax: 64 * KiB,
  batchBodyBytesMax: 1024 * KiB,
  /** The most chunks in a request body. A chunk of one byte costs as much as one of a thousand bytes. */
  bodyChunksMax: 16_384,
  /** The memory for all request bodies that are arriving, not counting the first 64 KiB of each. */
  largeBodiesBytesMax: 64 * KiB * KiB,
  /** How many batches are checked and stored at a time. Together these batches fit into the write queue. */
  batchSlotsMax: 16,
  /** How many batches may wait after they have arrived. Beyond this, bodies of batches are not read. */
  batchesWaitingMax: 64,
  batchWaitMsMax: 2 * seconds,
  batchRowsMax: 1000,
  /** The most JSON values in a body. Half a million fit into a body, and each takes a microsecond to read exactly. */
  bodyValuesMax: 50_000,
  noteCharactersMax: 500,
  requestIdCharactersMax: 128,
  reservationIdCharactersMax: 128,
  reservationRowsMax: 100,
  reservationRowsInStoreMax: 100_000,
  reservationSecondsDefault: 900,
  reservationSecondsMax: 86_400,
  /** How long an ended reservation is remembered. Until then, the id of a sold reservation cannot be used again. */
  endedReservationMs: 30 * 24 * 60 * minutes,
  idempotencyKeyCharactersMax: 255,
  pageMax: 1000,
  listPetIdsMax: 200,
  historyPageDefault: 100,
  reservationPageDefault: 100,
  /** How many ledger entries a page of the history of all pets may look at. */
  historyScanEntriesMax: 50_000,
  /** A warning is logged if the store's clock is behind the last ledger entry by more than this. */
  clockBehindMs: 1 * minutes,

  /** How many reports may be made or sent at a time. */
  reportsMax: 16,
  /** How many requests may wait in a line. Filtered lists, pages of history and actions of owners each have one. */
  requestsWaitingMax: 1_000,

  // Writes.
  queuedCommandsMax: 20_000,
  transactionCommandsMax: 4_000,
  idempotencyRecordMs: 24 * 60 * minutes,
  storeBusyTimeoutMs: 4 * seconds,

  // PostgreSQL.
  postgresConnectTimeoutMs: 5 * seconds,
  /** The time limit that PostgreSQL enforces. It ends before `postgresDeadlineMs`, so PostgreSQL aborts cleanly. */
  postgresServerTimeoutMs: 5 * seconds,
  postgresDeadlineMs: 7 * seconds,
  /** The time limit of one PostgreSQL statement in long work such as an import or a copy. */
  postgresStandstillMs: 5 * minutes,
  postgresRetryMs: 3 * seconds,

  // Events.
  eventStreamsMax: 1_000,
  eventHeartbeatMs: 15 * seconds,
  /** The interval at which event streams look for changes by other processes. */
  eventPollMs: 250,

  setupLinkMs: 60 * minutes,

  keysMax: 10_000,
  endedKeysMax: 1_000,
  actionsMax: 1_000,

  // Webhooks.
  webhooksMax: 50,
  webhookTestsMax: 8,
  webhookUrlCharactersMax: 2_048,
  webhookFilterPetsMax: 1_000,
  /** How many delivery attempts are kept for each webhook endpoint. */
  webhookAttemptsMax: 50,
  webhookResponseKeptBytes: 1 * KiB,
  webhookTimeoutMs: 15 * seconds,
  /** The longest response of a webhook endpoint that is read to its end. */
  webhookResponseBytesMax: 16 * KiB,
  webhookPauseMinMs: 5 * seconds,
  webhookPauseMaxMs: 10 * 60 * minutes,
  /** An endpoint is disabled when it has failed for this long, and at least `webhookFailuresMin` times. */
  webhookFailingMaxMs: 3 * 24 * 60 * minutes,
  webhookFailuresMin: 10,
  /** The interval at which the webhook lease is read, due messages are sent, and progress is stored. */
  webhookTickMs: 1 * seconds,
  webhookRenewIntervalMs: 5 * seconds,
  /** Another instance takes over a webhook lease that has not been renewed for this long. */
  webhookLeaseMs: 15 * seconds,

  // Backups.
  /** The time from a failed backup to the next attempt, unless BACKUP_EVERY is shorter. */
  backupRetryMs: 10 * minutes,
  /** An unfinished backup that is this old was left behind by a service that was killed. */
  backupAbandonedMs: 15 * minutes,

  // Stopping.
  drainGraceMs: 500,
  drainDeadlineMs: 6 * seconds,
  /** When the service stops, a connection without a request stays open this long: a request may be on its way. */
  lateRequestMs: 500,
  /** The service exits this long after SIGTERM, so that a busy machine, too, keeps the documented ten seconds. */
  stopDeadlineMs: 8 * seconds,
  fatalGraceMs: 250,

  /** The bytes of request log lines that may wait to be written. Beyond this, lines are dropped. */
  logBytesMax: 4 * KiB * KiB,

  // Files that `pawstock import` reads.
  importBytesMax: 400 * KiB * KiB,
  importRowBytesMax: 1_000_000,
  importWorkbookBytesMax: 64 * KiB * KiB,
  importWorkbookCellsMax: 10_000_000,
  /** The most columns of an imported file: as many as a sheet of Excel has. */
  importColumnsMax: 16_384,

  /** The highest rate limit that can be set, in requests per second. */
  rateLimitMax: 1_000_000,
  retryAfterSeconds: 1,
});

export type Limits = { readonly [Name in keyof typeof limits]: number };
