/**
 * Every limit that a client or an operator can notice, with its unit. `app.ts` passes them to the parts of a service, so
 * that a test can give a service others. Rules about requests and files, and the time-outs of stores, which commands open
 * too, are the same everywhere and read here.
 */

const seconds = 1000;
const minutes = 60 * seconds;
const KiB = 1024;

export const limits = Object.freeze({
  // HTTP, as Node's server is set.
  requestLineBytesMax: 8 * KiB,
  headerBytesMax: 16 * KiB,
  headersTimeoutMs: 10 * seconds,
  requestTimeoutMs: 30 * seconds,
  /** Longer than the minute after which balancers close idle connections, so that they close first. */
  keepAliveTimeoutMs: 75 * seconds,
  /** A client that takes nothing of its response for this long, or up to twice as long, is disconnected. */
  socketTimeoutMs: 90 * seconds,
  connectionsCheckingIntervalMs: 1 * seconds,
  connectionsMax: 10_000,
  /** Connections not accepted yet. Node's own 511 are soon full when all clients reconnect; the system may allow fewer. */
  backlogMax: 4_096,
  /** How much is read that is not wanted: of a body before the connection is closed instead, and while it closes. */
  unreadBytesMax: 1024 * KiB,
  /** How long a closing connection is still read, so that its last response arrives. */
  lingerMs: 1 * seconds,
  /** What responses to slow clients keep in memory, beyond the inventory as it is now. */
  unsentBytesMax: 256 * KiB * KiB,

  // Bodies.
  bodyBytesMax: 64 * KiB,
  batchBodyBytesMax: 1024 * KiB,
  /** Chunks that a body may arrive in: one of a single byte costs as much as one of a thousand. */
  bodyChunksMax: 16_384,
  /** What all bodies that are arriving may take together, beyond 64 KiB of each. */
  largeBodiesBytesMax: 64 * KiB * KiB,
  /** Batches that are checked and stored at a time; together they fit into the write queue. */
  batchSlotsMax: 16,
  /** Batches that have arrived and wait to be; past this, bodies are no longer read. */
  batchesWaitingMax: 64,
  batchWaitMsMax: 2 * seconds,
  batchRowsMax: 1000,
  /** JSON values in a body: reading one exactly costs a microsecond, and a body has room for half a million. */
  bodyValuesMax: 50_000,
  noteCharactersMax: 500,
  requestIdCharactersMax: 128,
  reservationIdCharactersMax: 128,
  reservationRowsMax: 100,
  /** Rows of all active ones. */
  reservationRowsInStoreMax: 100_000,
  reservationSecondsDefault: 900,
  reservationSecondsMax: 86_400,
  idempotencyKeyCharactersMax: 255,
  pageMax: 1000,
  historyPageDefault: 100,
  reservationPageDefault: 100,
  /** Entries that a page of the history of all pets looks at. */
  historyScanEntriesMax: 50_000,
  /** A clock that is further behind the last ledger entry is reported. */
  clockBehindMs: 1 * minutes,

  /** Reports at a time, those included whose clients have not yet taken all of theirs. */
  reportsMax: 16,
  /** Requests that wait in line for one another: filtered lists, pages of history, and actions of owners, each kind. */
  requestsWaitingMax: 1_000,

  // Writes.
  queuedCommandsMax: 20_000,
  transactionCommandsMax: 4_000,
  idempotencyRecordMs: 24 * 60 * minutes,
  storeBusyTimeoutMs: 4 * seconds,

  // PostgreSQL.
  postgresConnectTimeoutMs: 5 * seconds,
  /** The server's own time-outs are shorter, so that it aborts cleanly first. */
  postgresServerTimeoutMs: 5 * seconds,
  postgresDeadlineMs: 7 * seconds,
  /** For one statement of work that may take longer as a whole, such as an import or a copy. */
  postgresStandstillMs: 5 * minutes,
  postgresRetryMs: 3 * seconds,

  // Events.
  eventStreamsMax: 1_000,
  eventBacklogEntriesMax: 20_000,
  eventHeartbeatMs: 15 * seconds,
  /** How soon a stream shows what other processes have changed. */
  eventPollMs: 250,

  /** How long the link of the first run is good. */
  setupLinkMs: 60 * minutes,

  /** Active keys, and those that have ended and are still listed. */
  keysMax: 10_000,
  endedKeysMax: 1_000,
  /** Actions of owners that are kept. */
  actionsMax: 1_000,

  // Webhooks.
  webhooksMax: 50,
  /** Tests of endpoints at a time. */
  webhookTestsMax: 8,
  webhookUrlCharactersMax: 2_048,
  webhookFilterPetsMax: 1_000,
  /** Attempts that are kept for each endpoint, and how much of a response. */
  webhookAttemptsMax: 50,
  webhookResponseKeptBytes: 1 * KiB,
  webhookTimeoutMs: 15 * seconds,
  /** Of a longer response no more is read. */
  webhookResponseBytesMax: 16 * KiB,
  webhookPauseMinMs: 5 * seconds,
  webhookPauseMaxMs: 10 * 60 * minutes,
  /** An endpoint that fails for so long, and so often, is disabled. */
  webhookFailingMaxMs: 3 * 24 * 60 * minutes,
  webhookFailuresMin: 10,
  /** How often the lease is read, attempts that are due are made, and progress is stored. */
  webhookTickMs: 1 * seconds,
  /** After this many deliveries the position is stored sooner: after a crash they would all be repeated. */
  webhookUnsavedMax: 200,
  webhookRenewIntervalMs: 5 * seconds,
  /** A lease that has not been renewed for so long is taken over. */
  webhookLeaseMs: 15 * seconds,

  // Stopping.
  drainGraceMs: 500,
  drainDeadlineMs: 6 * seconds,
  /** A connection younger than this when the service stops may have its first request on its way. */
  lateRequestMs: 500,
  /** The documents promise ten seconds, and a busy machine is late. */
  stopDeadlineMs: 8 * seconds,
  fatalGraceMs: 250,

  /** Request lines that wait to be written; past this they are dropped. */
  logBytesMax: 4 * KiB * KiB,

  // Files that `pawstock import` reads.
  importBytesMax: 400 * KiB * KiB,
  importRowBytesMax: 1_000_000,
  /** What a workbook may take unpacked, and how many cells its sheets may span. */
  importWorkbookBytesMax: 64 * KiB * KiB,
  importWorkbookCellsMax: 10_000_000,
  /** As many as a sheet of Excel has. */
  importColumnsMax: 16_384,

  /** Requests a second, of a key or of all keys. */
  rateLimitMax: 1_000_000,
  retryAfterSeconds: 1,
});

export type Limits = { readonly [Name in keyof typeof limits]: number };
