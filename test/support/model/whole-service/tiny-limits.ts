import { startApp } from '../../../../src/app.ts';
import { limits } from '../../../../src/limits.ts';
import { createLogs } from '../../../../src/observability/log.ts';
import { checkSettings, type RawSettings } from '../../../../src/settings.ts';

/** Limits of the service, so low that a test with a few dozen requests reaches them. */
export const tinyLimits = {
  endedKeysMax: 3,
  webhookAttemptsMax: 3,
  reservationRowsInStoreMax: 20,
  reportsMax: 1,
  webhookTickMs: 50,
  webhookRenewIntervalMs: 200,
  // The lease for sending webhook messages never expires: a stopping instance ends it, and the test does after a kill.
  webhookLeaseMs: 60_000,
  webhookPauseMinMs: 50,
  eventPollMs: 5,
  drainGraceMs: 0,
  lateRequestMs: 0,
};

export async function startInstance(settings: RawSettings, now: () => number) {
  const options = { logs: createLogs('silent'), limits: { ...limits, ...tinyLimits }, now };
  const app = await startApp(checkSettings(settings), options);
  await app.ready;
  return app;
}
