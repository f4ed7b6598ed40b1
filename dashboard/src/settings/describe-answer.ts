import { limits } from '@pawstock/shared/limits.ts';
import { t } from '../messages/all.ts';

/** How another program has answered a webhook, as responses of the API tell. */
type Answer = {
  readonly status: number | null;
  /** Why there was no response, as a code; null if there was one. */
  readonly failure: string | null;
};

/** The ranges of HTTP statuses that the dashboard explains. It shows all others as they are. */
const statuses = [
  [/^2\d\d$/, 'accepted'],
  [/^3\d\d$/, 'moved'],
  [/^40[13]$/, 'refused'],
  [/^404$/, 'notFound'],
  [/^410$/, 'gone'],
  [/^429$/, 'tooMany'],
  [/^4\d\d$/, 'notUnderstood'],
  [/^5\d\d$/, 'failed'],
] as const;

/** The codes of failures that the dashboard explains. It shows all others as they are. */
const failures = [
  [/^(?:ENOTFOUND|EAI_)/, 'noHost'],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/, 'unreachable'],
  [/^(?:ECONNRESET|EPIPE|ETIMEDOUT)/, 'cut'],
  [/CERT|SIGNATURE|ERR_TLS/, 'notTrusted'],
] as const;

/** Says in words how another program has answered a webhook. */
export function describeAnswer({ status, failure }: Answer): string {
  if (failure === 'timeout')
    return t('answer.timedOut', { seconds: limits.webhookTimeoutMs / 1000 });
  if (failure === 'address_forbidden') return t('answer.notPublic');

  const answer = failure ?? String(status);
  const causes = failure === null ? statuses : failures;
  const cause = causes.find(([pattern]) => pattern.test(answer))?.[1];
  return cause === undefined ? answer : t(`answer.${cause}`, { answer });
}
