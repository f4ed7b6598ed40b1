import { canKeep } from '../device/database.ts';
import { outbox } from '../device/outbox.ts';
import { taskOf } from '../device/waiting-list.ts';
import { t } from '../messages/all.ts';
import { useObservable } from '../state/observable.ts';
import { overlay } from '../state/screen.ts';
import { connection } from '../stock/live-updates.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { currentSituation } from '../waiting/person.ts';
import styles from './waiting-notice.module.css';

/** Says how many lists wait on this device, or that this browser cannot keep any. */
export function WaitingNotice() {
  const { lists } = useObservable(outbox);
  const { state } = useObservable(connection);
  const situation = currentSituation();
  const needy = lists.filter((list) => {
    const { kind } = taskOf(list, situation);
    return kind === 'correct' || kind === 'compare';
  });
  return (
    <div role="status" className={styles.waitingNotice}>
      {lists.length > 0 && (
        <div className={styles.waitingRow} data-needy={needy.length > 0 || undefined}>
          <p>
            {t('offline.waiting', { count: lists.length })}
            {needy.length > 0 && <strong> {t('offline.needYou', { count: needy.length })}</strong>}
          </p>
          <Button onPress={() => overlay.set({ kind: 'waiting' })}>{t('offline.show')}</Button>
        </div>
      )}
      {state === 'offline' && !canKeep() && (
        <Message tone="warning">{t('offline.needsTls')}</Message>
      )}
    </div>
  );
}
