/**
 * The limits that both the service and the dashboard must know, with their units. The dashboard
 * keeps to them before it sends anything. src/limits.ts adds the limits of the service.
 */

const seconds = 1000;
const minutes = 60 * seconds;
const MiB = 1024 * 1024;

export const limits = Object.freeze({
  batchBodyBytesMax: 1 * MiB,
  batchRowsMax: 1000,
  noteCharactersMax: 500,
  pageMax: 1000,
  idempotencyRecordMs: 7 * 24 * 60 * minutes,

  webhooksMax: 50,
  webhookUrlCharactersMax: 2_048,
  webhookTimeoutMs: 15 * seconds,

  // Files that `pawstock import` and the dashboard read.
  importRowBytesMax: 1_000_000,
  importWorkbookBytesMax: 64 * MiB,
  importWorkbookCellsMax: 10_000_000,
  /** The most columns of an import file, which is the most that an Excel sheet can have. */
  importColumnsMax: 16_384,
});
