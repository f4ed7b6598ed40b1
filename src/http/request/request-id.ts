import { randomUUID } from 'node:crypto';
import { withoutSecrets } from '../../domain/key-secret.ts';
import { limits } from '../../limits.ts';

/** What can stand in a log line or a header without harm. */
const sane = new RegExp(`^[\\w.:+/=@~-]{1,${limits.requestIdCharactersMax}}$`);

/** The caller's own id where it sent a sane one, so that it finds its request in our logs. A key is none. */
export function requestIdFor(sent: string | null | undefined): string {
  return sent !== null && sent !== undefined && sane.test(sent) && withoutSecrets(sent) === sent ? sent : randomUUID();
}
