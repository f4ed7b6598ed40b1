/**
 * Every limit that a client or an operator can notice, with its unit. `app.ts` passes most of them on, so that a test can
 * start a service with other limits. Rules about requests and files, and the time-outs of stores, are imported directly.
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
  /** Balancers close idle connections after a minute. This is longer, so that the balancer closes first. */
  keepAliveTimeoutMs: 75 * seconds,
  /** A client that reads nothing of its response for this long is disconnected, at the latest after twice this time. */
  socketTimeoutMs: 90 * seconds,
  connectionsCheckingIntervalMs: 1 * seconds,
  connectionsMax: 10_000,
  /** Connections that wait to be accepted. Node's default of 511 is soon full when all clients reconnect. */
  backlogMax: 4_096,
  /** How much of an unwanted body is read before the connection is closed instead, and while it closes. */
  unreadBytesMax: 1024 * KiB,
  /** How long a closing connection is still read, so that the client gets its last response. */
  lingerMs: 1 * seconds,
  /** How much memory responses to slow clients may take, beyond the size of the inventory. */
  unsentBytesMax: 256 * KiB * KiB,

  // Bodies.
  bodyBytesMax: 64 * KiB,
  batchBodyBytesMax: 1024 * KiB,
  /** Chunks in a body. A chunk of one byte costs as much as one of a thousand bytes. */
  bodyChunksMax: 16_384,
  /** Memory for all bodies that are arriving, not counting the first 64 KiB of each. */
  largeBodiesBytesMax: 64 * KiB * KiB,
  /** Batches that are checked and stored at a time. Together they fit into the write queue. */
  batchSlotsMax: 16,
  /** Batches that have arrived and wait. Beyond this, bodies of batches are not read. */
  batchesWaitingMax: 64,
  batchWaitMsMax: 2 * seconds,
  batchRowsMax: 1000,
  /** JSON values in a body. Reading a value exactly takes a microsecond, and half a million fit into a body. */
  bodyValuesMax: 50_000,
  noteCharactersMax: 500,
  requestIdCharactersMax: 128,
  reservationIdCharactersMax: 128,
  reservationRowsMax: 100,
  reservationRowsInStoreMax: 100_000,
  reservationSecondsDefault: 900,
  reservationSecondsMax: 86_400,
  /** How long a reservation is remembered after its end. Until then, an id that was sold cannot be used again. */
  endedReservationMs: 30 * 24 * 60 * minutes,
  idempotencyKeyCharactersMax: 255,
  pageMax: 1000,
  listPetIdsMax: 200,
  historyPageDefault: 100,
  reservationPageDefault: 100,
  /** Entries that a page of the history of all pets may look at. */
  historyScanEntriesMax: 50_000,
  /** If the clock is further behind the last ledger entry than this, it is logged. */
  clockBehindMs: 1 * minutes,

  /** Reports that are being made or sent. */
  reportsMax: 16,
  /** Requests that wait in line. Filtered lists, pages of history, and actions of owners have a line each. */
  requestsWaitingMax: 1_000,

  // Writes.
  queuedCommandsMax: 20_000,
  transactionCommandsMax: 4_000,
  idempotencyRecordMs: 24 * 60 * minutes,
  storeBusyTimeoutMs: 4 * seconds,

  // PostgreSQL.
  postgresConnectTimeoutMs: 5 * seconds,
  /** Shorter than the deadline below, so that the server aborts cleanly before the client gives up. */
  postgresServerTimeoutMs: 5 * seconds,
  postgresDeadlineMs: 7 * seconds,
  /** The time limit of one statement in long work such as an import or a copy. */
  postgresStandstillMs: 5 * minutes,
  postgresRetryMs: 3 * seconds,

  // Events.
  eventStreamsMax: 1_000,
  eventHeartbeatMs: 15 * seconds,
  /** How soon a stream shows the changes of other processes. */
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
  /** Attempts that are kept for each endpoint. */
  webhookAttemptsMax: 50,
  webhookResponseKeptBytes: 1 * KiB,
  webhookTimeoutMs: 15 * seconds,
  /** A longer response is not read to its end. */
  webhookResponseBytesMax: 16 * KiB,
  webhookPauseMinMs: 5 * seconds,
  webhookPauseMaxMs: 10 * 60 * minutes,
  /** An endpoint is disabled when it has failed for this long, and this often. */
  webhookFailingMaxMs: 3 * 24 * 60 * minutes,
  webhookFailuresMin: 10,
  /** The interval at which the lease is read, due attempts are made, and progress is stored. */
  webhookTickMs: 1 * seconds,
  webhookRenewIntervalMs: 5 * seconds,
  /** A lease that has not been renewed for this long is taken over. */
  webhookLeaseMs: 15 * seconds,

  // Backups.
  /** The time from a failure to the next attempt, unless backups are made more often. */
  backupRetryMs: 10 * minutes,
  /** An unfinished file that is this old was left behind by a service that was killed. */
  backupAbandonedMs: 15 * minutes,

  // Stopping.
  drainGraceMs: 500,
  drainDeadlineMs: 6 * seconds,
  /** When the service stops, a connection younger than this stays open, as its first request may be on its way. */
  lateRequestMs: 500,
  /** Less than the ten seconds that are documented, because a busy machine is late. */
  stopDeadlineMs: 8 * seconds,
  fatalGraceMs: 250,

  /** Log lines of requests that wait to be written. Beyond this they are dropped. */
  logBytesMax: 4 * KiB * KiB,

  // Files that `pawstock import` reads.
  importBytesMax: 400 * KiB * KiB,
  importRowBytesMax: 1_000_000,
  importWorkbookBytesMax: 64 * KiB * KiB,
  importWorkbookCellsMax: 10_000_000,
  /** The number of columns in a sheet of Excel. */
  importColumnsMax: 16_384,

  /** The highest rate limit that can be set, in requests per second. */
  rateLimitMax: 1_000_000,
  retryAfterSeconds: 1,
});

export type Limits = { readonly [Name in keyof typeof limits]: number };
