import type { Reservation } from 'pawstock-client/client.ts';
import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { loadReserved } from '../stock/reserved.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';
import styles from './reservation-list.module.css';

type Props = { readonly petId: bigint; readonly count: number };

/**
 * Lists who has reserved a pet and until when. A change of the number of reserved units loads the
 * list again.
 */
export function ReservationList({ petId, count }: Props) {
  const [asked, setAsked] = useState<Reservation>();
  const { data: found, error } = useLoaded(
    (client, signal) => client.listReservations({ petId }, { signal }),
    [petId, count],
    { failure: t('dialog.reservationsNotLoaded') },
  );
  const release = async ({ id }: Reservation) => {
    await requireSession().client.releaseReservation(id);
    await loadReserved();
    return t('dialog.released', { id });
  };
  return (
    <section className={styles.reservations} aria-label={t('dialog.reservations')}>
      {error !== undefined && <Message tone="error">{error}</Message>}
      <ul>
        {found?.reservations.map((reservation) => {
          const { id, items, createdAt, expiresAt, key } = reservation;
          const count = items.find((item) => item.petId === petId)?.quantity ?? 0;
          const period = { from: formatDateTime(createdAt), until: formatDateTime(expiresAt) };
          return (
            <li key={id}>
              <span>{withTags(t('dialog.reservation', { count, id, key, ...period }))}</span>
              <Button
                data-plain
                aria-label={t('dialog.releaseOne', { id })}
                onPress={() => setAsked(reservation)}
              >
                {t('dialog.release')}
              </Button>
            </li>
          );
        })}
      </ul>
      {found?.next !== undefined && <p className="muted">{t('dialog.moreReservations')}</p>}
      {asked !== undefined && (
        <FormDialog
          title={t('dialog.releaseQuestion', { id: asked.id })}
          onClose={() => setAsked(undefined)}
          submit={[t('dialog.release'), t('dialog.releasing')]}
          isDangerous
          failure={t('dialog.notReleased')}
          onSubmit={() => release(asked)}
        >
          <p>{t('dialog.releaseExplained')}</p>
        </FormDialog>
      )}
    </section>
  );
}
