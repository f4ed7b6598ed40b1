import {
  asOnlySender,
  noteEnded,
  outbox,
  type QueuedList,
  readOutbox,
  updateQueued,
} from '../device/outbox.ts';
import { afterAttempt, nextToSend, type Outcome } from '../device/waiting-list.ts';
import { t } from '../messages/all.ts';
import { requireSession } from '../session/session.ts';
import { connection } from '../stock/live-updates.ts';
import { notify } from '../ui/notifications.tsx';
import { currentSituation } from './person.ts';
import { isReachable } from './reachable.ts';
import { sendList } from './send-list.ts';

/** After this long, a list that could not be sent is tried again. */
const retryMs = 5_000;

let isSending = false;

/** Sends what waits whenever the service can be reached: one list after the other, in one tab. */
export function startSender(): void {
  const send = () => void sendIfPossible();
  const sendIfLive = () => {
    if (connection.value.state === 'live') send();
  };
  send();
  connection.subscribe(sendIfLive);
  outbox.subscribe(sendIfLive);
  setInterval(send, retryMs);
}

async function sendIfPossible(): Promise<void> {
  if (isSending || nextList() === undefined) return;
  isSending = true;
  try {
    if (await isReachable()) await asOnlySender(sendAll);
  } catch {
    // The browser has failed to read or store something. What waits is tried again later.
  } finally {
    isSending = false;
  }
}

function nextList(): QueuedList | undefined {
  return nextToSend(outbox.value.lists, currentSituation());
}

async function sendAll(): Promise<void> {
  // Another tab may have sent some of the lists while this one waited for its turn.
  await readOutbox();
  let storedCount = 0;
  for (let list = nextList(); list !== undefined; list = nextList()) {
    const outcome = await sendNext(list);
    if (outcome.kind === 'stored') storedCount++;
    if (outcome.kind === 'unknown' || outcome.kind === 'key-ended') break;
  }
  if (storedCount > 0)
    notify({ tone: 'success', text: t('offline.stored', { count: storedCount }) });
}

async function sendNext(list: QueuedList): Promise<Outcome> {
  const { client, key } = requireSession();
  const outcome = await sendList(list, {
    client,
    requiresVersion: key.requireVersion,
    onRows: (rows) =>
      updateQueued(list.order, (one) => ({ ...one, progress: { kind: 'sent', rows } })),
  });
  if (outcome.kind === 'key-ended') await noteEnded(list.person);
  await updateQueued(list.order, (one) => afterAttempt(one, outcome));
  return outcome;
}
