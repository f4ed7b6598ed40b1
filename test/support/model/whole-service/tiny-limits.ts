/** Limits that a sequence of some dozen steps reaches. */
export const tinyLimits = {
  endedKeysMax: 3,
  webhookAttemptsMax: 3,
  reservationRowsInStoreMax: 20,
  reportsMax: 1,
  webhookTickMs: 50,
  webhookRenewIntervalMs: 200,
  // An instance that stops gives the lease back, so nobody has to wait for it to end.
  webhookLeaseMs: 60_000,
  webhookPauseMinMs: 50,
  eventPollMs: 5,
  drainGraceMs: 0,
  lateRequestMs: 0,
};
