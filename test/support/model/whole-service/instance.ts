import { startApp } from '../../../../src/app.ts';
import { limits } from '../../../../src/limits.ts';
import { createLogs } from '../../../../src/observability/log.ts';
import { systemPlatform } from '../../../../src/platform.ts';
import { checkSettings, type RawSettings } from '../../../../src/settings.ts';

/**
 * Limits for short tests: a few dozen requests reach them, and the service never waits for long.
 */
export const tinyLimits = {
  endedKeysMax: 3,
  webhookAttemptsMax: 3,
  webhookPreviousSecretsMax: 2,
  reservationRowsInStoreMax: 20,
  reservationPageRowsMax: 3,
  reportsMax: 1,
  // With lanes for one request, a place that is not given back shows at the next request.
  reportsPerKeyMax: 1,
  batchSlotsMax: 1,
  batchesPerKeyMax: 1,
  requestsWaitingMax: 1,
  requestsPerKeyMax: 1,
  webhookTestsMax: 1,
  webhookTestsPerKeyMax: 1,
  mailTestsPerKeyMax: 1,
  webhookTickMs: 50,
  webhookRenewIntervalMs: 200,
  // The lease for sending webhook messages outlives the test: a stopping instance ends it.
  webhookLeaseMs: 60_000,
  webhookPauseMinMs: 50,
  eventPollMs: 5,
  drainGraceMs: 0,
  lateRequestMs: 0,
};

export async function startInstance(settings: RawSettings, now: () => number) {
  const platform = { ...systemPlatform, now };
  const options = {
    logs: createLogs('silent', limits),
    limits: { ...limits, ...tinyLimits },
    platform,
  };
  const app = await startApp(checkSettings(settings), options);
  await app.ready;
  return app;
}
