import type { Webhook } from '../domain/webhook.ts';
import type { Select } from './session.ts';
import * as statements from './statements.ts';
import { webhooksFrom } from './webhook-rows.ts';

/** All webhook endpoints in the order of their creation. */
export async function allWebhooks(select: Select): Promise<Webhook[]> {
  const [settings, progress] = await Promise.all([
    select(statements.allWebhookSettings),
    select(statements.allWebhookProgress),
  ]);
  return webhooksFrom(settings, progress);
}
