import type { Webhook, WebhookSettings } from '../domain/webhook.ts';
import type { AttemptResult } from '../domain/webhook-attempt.ts';
import {
  currentProgress,
  type DeliveryState,
  type LastAttempt,
  newProgress,
  type WebhookProgress,
} from '../domain/webhook-progress.ts';

/** The rows of webhook endpoints: one with settings, and one with progress. */

export type SettingsRow = Omit<WebhookSettings, 'replay'> & {
  readonly replayAfter: number | null;
  readonly replayGeneration: number | null;
};

export type ProgressRow = Pick<WebhookProgress, 'webhookId' | 'generation' | 'cursor'> & {
  readonly state: DeliveryState['state'];
  readonly failingSinceMs: number | null;
  readonly failures: number;
  readonly nextAttemptAtMs: number | null;
  readonly disabledAtMs: number | null;
  readonly replayPosition: number | null;
  readonly replayUntil: number | null;
  readonly lastAttemptAtMs: number | null;
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
};

export function settingsRow({ replay, ...settings }: WebhookSettings): SettingsRow {
  return {
    ...settings,
    replayAfter: replay?.after ?? null,
    replayGeneration: replay?.generation ?? null,
  };
}

function settingsFrom({ replayAfter, replayGeneration, ...row }: SettingsRow): WebhookSettings {
  const isAsked = replayAfter !== null && replayGeneration !== null;
  const replay = isAsked ? { after: replayAfter, generation: replayGeneration } : null;
  return { ...row, replay };
}

export function progressRow(progress: WebhookProgress): ProgressRow {
  const { webhookId, generation, cursor, delivery, replay, lastAttempt } = progress;
  return {
    webhookId,
    generation,
    cursor,
    state: delivery.state,
    failingSinceMs: delivery.state === 'working' ? null : delivery.sinceMs,
    failures: delivery.state === 'working' ? 0 : delivery.failures,
    nextAttemptAtMs: delivery.state === 'failing' ? delivery.nextAttemptAtMs : null,
    disabledAtMs: delivery.state === 'disabled' ? delivery.atMs : null,
    replayPosition: replay?.position ?? null,
    replayUntil: replay?.until ?? null,
    lastAttemptAtMs: lastAttempt?.atMs ?? null,
    lastStatus: lastAttempt?.status ?? null,
    lastFailure: lastAttempt?.failure ?? null,
  };
}

function progressFrom(row: ProgressRow): WebhookProgress {
  const { webhookId, generation, cursor, replayPosition, replayUntil } = row;
  const isReplaying = replayPosition !== null && replayUntil !== null;
  return {
    webhookId,
    generation,
    cursor,
    delivery: deliveryFrom(row),
    replay: isReplaying ? { position: replayPosition, until: replayUntil } : null,
    lastAttempt: lastAttemptFrom(row),
  };
}

function deliveryFrom(row: ProgressRow): DeliveryState {
  const { state, failures, nextAttemptAtMs, disabledAtMs, failingSinceMs: sinceMs } = row;
  if (state === 'failing' && sinceMs !== null && nextAttemptAtMs !== null)
    return { state, nextAttemptAtMs, sinceMs, failures };
  if (state === 'disabled' && sinceMs !== null && disabledAtMs !== null)
    return { state, atMs: disabledAtMs, sinceMs, failures };
  return { state: 'working' };
}

function lastAttemptFrom(row: ProgressRow): LastAttempt | null {
  const { lastAttemptAtMs: atMs, lastStatus, lastFailure } = row;
  const result = resultFrom(lastStatus, lastFailure);
  return atMs === null || result === null ? null : { atMs, ...result };
}

function resultFrom(status: number | null, failure: string | null): AttemptResult | null {
  if (status !== null) return { status, failure: null };
  return failure === null ? null : { status: null, failure };
}

/** Joins the settings of endpoints with their progress, as it counts under these settings. */
export function webhooksFrom(
  settingsRows: readonly SettingsRow[],
  progressRows: readonly ProgressRow[],
): Webhook[] {
  const rows = new Map(progressRows.map((row) => [row.webhookId, row]));
  return settingsRows.map((row) => {
    const settings = settingsFrom(row);
    const stored = rows.get(settings.id);
    const progress = stored === undefined ? newProgress(settings, 0) : progressFrom(stored);
    return { settings, progress: currentProgress(settings, progress) };
  });
}
