import { PawstockError } from 'pawstock-client/error.ts';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { newIdempotencyKey } from '../api/writes.ts';
import { describeLines } from '../counter/describe-lines.ts';
import { linesOf } from '../counter/queue-sheet.ts';
import { newSheet } from '../counter/sheet.ts';
import { sheets } from '../counter/sheets.ts';
import { outbox, type QueuedList, updateQueued } from '../device/outbox.ts';
import {
  afterComparing,
  canBeTakenBack,
  noteOf,
  type Refusal,
  type Task,
  taskOf,
} from '../device/waiting-list.ts';
import { t } from '../messages/all.ts';
import { formatList, formatMoment } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { dateText } from '../state/days.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay } from '../state/screen.ts';
import { labelOf, nameOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { currentSituation, requirePerson } from '../waiting/person.ts';
import styles from './waiting-dialog.module.css';

/** How many lists the dialog shows: first those that need a person, then the oldest ones. */
const shownMax = 100;

/** What waits on this device, and what a person does about what cannot be sent by itself. */
export function WaitingDialog() {
  const { lists, isSafe } = useObservable(outbox);
  const situation = currentSituation();
  const tasks = lists.map((list) => ({ list, task: taskOf(list, situation) }));
  const isNeedy = ({ kind }: Task) => kind === 'correct' || kind === 'compare';
  const ordered = [
    ...tasks.filter(({ task }) => isNeedy(task)),
    ...tasks.filter(({ task }) => !isNeedy(task)),
  ];
  return (
    <ModalDialog title={t('offline.title')} onClose={closeOverlay}>
      <div className="stack">
        {!isSafe && <Message tone="warning">{t('offline.notSafe')}</Message>}
        {lists.length === 0 && <p className="muted">{t('ui.none')}</p>}
        <ul className={styles.waitingLists}>
          {ordered.slice(0, shownMax).map(({ list, task }) => (
            <Waiting key={list.order} list={list} task={task} />
          ))}
        </ul>
        {ordered.length > shownMax && <p>{t('ui.more', { count: ordered.length - shownMax })}</p>}
      </div>
    </ModalDialog>
  );
}

type Props = { readonly list: QueuedList; readonly task: Task };

function Waiting({ list, task }: Props) {
  const { kind, lines, madeAtMs, person } = list;
  const units = lines.map((line) => ({ ...line, amount: String(line.units), version: undefined }));
  const names = lines.slice(0, 4).map(({ petId }) => nameOf(petId) ?? labelOf(petId));
  return (
    <li className={styles.waitingList}>
      <div>
        <strong>{t(`screen.${kind}`)}</strong> {describeLines(kind, units)}
        <span className="muted small">
          {' '}
          {t('offline.madeBy', { time: formatMoment(new Date(madeAtMs)), name: person.name })}
        </span>
        <p className="muted small">{formatList(names, 'unit')}</p>
        <p className={task.kind === 'correct' || task.kind === 'compare' ? 'error' : 'small'}>
          {describeTask(list, task)}
        </p>
      </div>
      <Actions list={list} task={task} />
    </li>
  );
}

function describeTask(list: QueuedList, task: Task) {
  const { person, madeAtMs, progress } = list;
  const facts = { name: person.name, time: formatMoment(new Date(madeAtMs)) };
  switch (task.kind) {
    case 'send':
      return t(progress.kind === 'sent' ? 'offline.sent' : 'offline.unsent');
    case 'wait-for-person':
      return t('offline.waitsFor', facts);
    case 'correct':
      return describeRefusal(task.refusal);
    case 'compare': {
      const text =
        task.why === 'too-old' ? t('offline.tooOld', facts) : t('offline.keyEnded', facts);
      const days = new URLSearchParams({
        since: dateText(new Date(madeAtMs)),
        until: dateText(new Date()),
        person: person.name,
      });
      return withTags(text, {
        link: (words) => (
          <a href={`#activity?${days}`} onClick={closeOverlay}>
            {words}
          </a>
        ),
      });
    }
  }
}

function describeRefusal({ code, row, petId, available }: Refusal): string {
  return describeError(
    new PawstockError(code, code, { row, petId, available }),
    t('offline.refused'),
  );
}

function Actions({ list, task }: Props) {
  const [problem, setProblem] = useState<string>();
  const mayTakeBack = canBeTakenBack(list, currentSituation());
  const remove = () => updateQueued(list.order, () => undefined);
  const sendAgain = () => {
    const person = requirePerson();
    void updateQueued(list.order, (one) =>
      afterComparing(one, person, newIdempotencyKey(), Date.now()),
    );
  };
  return (
    <div className="actions">
      {task.kind === 'compare' && (
        <>
          <Button onPress={() => void remove()}>{t('offline.isThere')}</Button>
          <Button onPress={sendAgain}>{t('offline.isNotThere')}</Button>
        </>
      )}
      {task.kind !== 'compare' && mayTakeBack && (
        <Button onPress={async () => setProblem(await changeList(list))}>
          {t('offline.change')}
        </Button>
      )}
      {problem !== undefined && <p className="error">{problem}</p>}
    </div>
  );
}

/**
 * Puts the lines of a waiting list back on their screen. Returns why that is not possible. The list
 * keeps its Idempotency-Key, so that it is stored once even if the browser ends in between.
 */
async function changeList(list: QueuedList): Promise<string | undefined> {
  const { kind, reason, idempotencyKey, progress, order } = list;
  const sheet = sheets[kind];
  const before = sheet.value;
  if (before.lines.length > 0) return t('offline.listFirst', { screen: t(`screen.${kind}`) });

  const isReused =
    progress.kind === 'refused' && progress.refusal.code === 'idempotency_key_reused';
  sheet.set({
    ...newSheet(kind),
    lines: linesOf(list),
    reason,
    note: noteOf(list),
    ...(isReused ? {} : { idempotencyKey }),
  });
  const isTaken = await updateQueued(order, (one) =>
    canBeTakenBack(one, currentSituation()) ? undefined : one,
  );
  if (!isTaken) {
    sheet.set(before);
    return undefined;
  }
  closeOverlay();
  location.assign(`#${kind}`);
  return undefined;
}
