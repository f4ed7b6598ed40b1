import { outbox } from '../device/outbox.ts';
import { isSamePerson, type Person, type Situation } from '../device/waiting-list.ts';
import { requireSession, session } from '../session/session.ts';

/** Who is signed in in this tab. Throws if no one is. */
export function requirePerson(): Person {
  const { name, createdAt } = requireSession().key;
  return { name, createdAtMs: createdAt.getTime() };
}

/** What decides about the lists that wait on this device, now. */
export function currentSituation(): Situation {
  const person = session.value.kind === 'signed-in' ? requirePerson() : undefined;
  // The service accepts the key of the person who is signed in, even if it once did not.
  const ended = outbox.value.ended.filter(
    (one) => person === undefined || !isSamePerson(one, person),
  );
  return { person, ended, nowMs: Date.now() };
}
