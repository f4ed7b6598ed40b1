/** Every bound of the service, with its unit. What lies beyond one is answered with a documented error. */

const seconds = 1000;
const minutes = 60 * seconds;
const KiB = 1024;

export const limits = {
  /** HTTP, before our own code runs. */
  requestLineBytesMax: 8 * KiB,
  headerBytesMax: 16 * KiB,
  /** Sizes and extensions of a chunked body's chunks. */
  chunkLineBytesMax: 1 * KiB,
  /** What a chunked body may have beside its content: a chunk for every byte would cost far more than the bytes. */
  chunkFramingBytesMax: 64 * KiB,
  /** What is read ahead of a request that is under way. */
  receivedBytesMax: 64 * KiB,
  /** What is read of a body that nobody wants, before the connection is given up instead. */
  bodySkipBytesMax: 1024 * KiB,
  headersTimeoutMs: 10 * seconds,
  requestTimeoutMs: 30 * seconds,
  /** Longer than the minute after which balancers give up idle connections, so that they close first. */
  keepAliveTimeoutMs: 75 * seconds,
  /** A reader that takes nothing for this long is cut. */
  socketIdleTimeoutMs: 90 * seconds,
  timeoutCheckIntervalMs: 1 * seconds,
  connectionsMax: 10_000,
  /** Beyond those, so many at a time are told why they are refused. The others are only cut. */
  refusedConnectionsMax: 100,
  /** Not accepted yet. Node's own 511 are soon full when all callers come back at once; the system may allow fewer. */
  pendingConnectionsMax: 4_096,
  /** How long a refused connection is read on, so that its answer arrives. */
  lingerMs: 1 * seconds,

  /** Bodies. */
  bodyBytesMax: 64 * KiB,
  batchBodyBytesMax: 1024 * KiB,
  /** Of all bodies that are arriving, what goes beyond the size of an ordinary one. */
  largeBodiesBytesMax: 64 * KiB * KiB,
  batchRowsMax: 1000,
  /** Of JSON, whatever they are: reading one exactly costs a microsecond, and a body has room for half a million. */
  bodyValuesMax: 50_000,
  noteCharactersMax: 500,
  requestIdCharactersMax: 128,
  idempotencyKeyCharactersMax: 255,
  pageMax: 1000,
  historyPageDefault: 100,

  /** Writes. */
  queuedCommandsMax: 20_000,
  transactionCommandsMax: 4_000,
  answersPerTurn: 2,
  regroupTurnsMax: 4,
  idempotencyKeptMs: 24 * 60 * minutes,
  idempotencySweepIntervalMs: 10 * minutes,
  storeBusyTimeoutMs: 4 * seconds,
  fileCheckIntervalMs: 500,

  /** PostgreSQL. */
  postgresReadConnectionsMax: 4,
  postgresConnectTimeoutMs: 5 * seconds,
  /** How often a connection may be closed before the server has said anything. */
  postgresUnheardMax: 3,
  /** The server's own time-outs are shorter: they end things in better order. */
  postgresServerTimeoutMs: 5 * seconds,
  postgresDeadlineMs: 7 * seconds,
  postgresLongDeadlineMs: 30 * minutes,
  postgresRetryMs: 3 * seconds,
  postgresRetryIntervalMs: 100,
  storeRetryIntervalMs: 500,

  /** Reads. */
  catchUpEntriesPerTurn: 5_000,
  segmentItemsMax: 256,
  /** What slow readers of long lists keep in memory beyond the inventory as it is now. */
  oldListBytesMax: 256 * KiB * KiB,

  /** Events. */
  eventStreamsMax: 1_000,
  eventBacklogEntriesMax: 20_000,
  eventPageEntries: 200,
  eventHeartbeatMs: 15 * seconds,
  eventPollMs: 250,

  /** Keys. */
  keyUseFlushIntervalMs: 30 * seconds,

  /** Stopping. */
  drainGraceMs: 500,
  drainDeadlineMs: 6 * seconds,
  /** A connection as new as this may have a request on its way when no more are taken, and is waited for so long. */
  lateRequestMs: 500,
  /** For what is nice to have written down, and for a writer that waits for another process. */
  closingMs: 1 * seconds,
  /** Ten seconds are promised, and a busy machine is late. */
  stopDeadlineMs: 8 * seconds,
  repeatedSignalMs: 500,
  fatalGraceMs: 250,

  /** Logs. */
  /** A socket takes as much in one piece, so that no other line gets into the middle; a pipe does unless it is full. */
  logBytesGathered: 16 * KiB,
  /** For whoever reads standard error and is slow. */
  logBytesWaitingMax: 4 * KiB * KiB,
  logFlushIntervalMs: 200,

  /** Files that `pawstock import` reads. */
  importBytesMax: 400 * KiB * KiB,

  retryAfterSeconds: 1,
} as const;
