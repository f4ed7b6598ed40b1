import { limits } from '@pawstock/shared/limits.ts';
import { forbiddenAddress, noResponseWithin } from '@pawstock/shared/webhook-failure-texts.ts';
import { t } from '../messages/all.ts';

/**
 * The outcomes of webhook requests that the dashboard explains. It shows all other outcomes as they
 * are.
 */
const causes = [
  [/^2\d\d$/, 'accepted'],
  [/^3\d\d$/, 'moved'],
  [/^40[13]$/, 'refused'],
  [/^404$/, 'notFound'],
  [/^410$/, 'gone'],
  [/^429$/, 'tooMany'],
  [/^4\d\d$/, 'notUnderstood'],
  [/^5\d\d$/, 'failed'],
  [/^(?:ENOTFOUND|EAI_)/, 'noHost'],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/, 'unreachable'],
  [/^(?:ECONNRESET|EPIPE|ETIMEDOUT)/, 'cut'],
  [/CERT|SIGNATURE|ERR_TLS/, 'notTrusted'],
] as const;

/**
 * Says in words how another program has answered a webhook: by an HTTP status, or why there was no
 * response.
 */
export function describeAnswer(answer: string): string {
  if (answer === noResponseWithin(limits.webhookTimeoutMs)) {
    return t('answer.timedOut', { seconds: limits.webhookTimeoutMs / 1000 });
  }
  if (answer === forbiddenAddress) return t('answer.notPublic');
  const cause = causes.find(([pattern]) => pattern.test(answer))?.[1];
  return cause === undefined ? answer : t(`answer.${cause}`, { answer });
}
