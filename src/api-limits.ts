import { limits as sharedLimits } from '@pawstock/shared/limits.ts';

/**
 * Constants of the API. The schemas, patterns and descriptions of operations are made of them when
 * their files are loaded, and openapi.json contains them, so they are the same in every service and
 * any file may import them. What a service can be started with is in limits.ts.
 */
export const apiLimits = Object.freeze({
  batchRowsMax: sharedLimits.batchRowsMax,
  noteCharactersMax: sharedLimits.noteCharactersMax,
  pageMax: sharedLimits.pageMax,
  webhookUrlCharactersMax: sharedLimits.webhookUrlCharactersMax,

  requestIdCharactersMax: 128,
  idempotencyKeyCharactersMax: 255,
  retryAfterSeconds: 1,
  /** The highest rate limit that an API key or a setting may have, in requests per second. */
  rateLimitMax: 1_000_000,

  listPetIdsMax: 200,
  historyPageDefault: 100,
  reservationPageDefault: 100,

  reservationIdCharactersMax: 128,
  reservationRowsMax: 100,
  reservationSecondsDefault: 900,
  reservationSecondsMax: 86_400,

  webhookFilterPetsMax: 1_000,
  /** How many delivery attempts a service remembers for each webhook endpoint by default. */
  webhookAttemptsUsual: 50,
});
