import { type ActionRecord, shownName } from '../domain/action.ts';
import { isoTime } from '../domain/instant.ts';

export function describeAction({ atMs, kind, name, key, keyId, requestId }: ActionRecord) {
  return {
    at: isoTime(atMs),
    action: kind,
    name: name && shownName(name),
    key: key && shownName(key),
    keyId,
    requestId,
  };
}
