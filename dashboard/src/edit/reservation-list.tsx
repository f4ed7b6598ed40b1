import { useState } from 'react';
import type { Reservation } from '../../../client/client.ts';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { loadReserved } from '../stock/reserved.ts';
import { Button } from '../ui/button.tsx';
import { formatDateTime, formatNumber } from '../ui/format.ts';
import { Message } from '../ui/message.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';
import styles from './reservation-list.module.css';

type Props = { readonly petId: bigint; readonly count: number };

/** Lists who has reserved a pet and until when. The list is loaded again when `count` changes. */
export function ReservationList({ petId, count }: Props) {
  const [asked, setAsked] = useState<Reservation>();
  const { data: found, error } = useLoaded(
    (client, signal) => client.listReservations({ petId }, { signal }),
    [petId, count],
    { failure: 'Reservations not loaded' },
  );
  const release = async ({ id }: Reservation) => {
    await requireSession().client.release(id);
    await loadReserved();
    return `Reservation ${id} released.`;
  };
  return (
    <section className={styles.reservations} aria-label="Reservations">
      {error !== undefined && <Message tone="error">{error}</Message>}
      <ul>
        {found?.reservations.map((reservation) => {
          const { id, items, createdAt, expiresAt, key } = reservation;
          const own = items.find((item) => item.petId === petId)?.quantity ?? 0;
          return (
            <li key={id}>
              <span>
                {formatNumber(own)} reserved as <b>{id}</b> by {key}, {formatDateTime(createdAt)} to{' '}
                {formatDateTime(expiresAt)}
              </span>
              <Button data-plain aria-label={`Release reservation ${id}`} onPress={() => setAsked(reservation)}>
                Release
              </Button>
            </li>
          );
        })}
      </ul>
      {found?.next !== undefined && <p className="muted">There are more. “pawstock reservations” lists all of them.</p>}
      {asked !== undefined && (
        <FormDialog
          title={`Release reservation ${asked.id}?`}
          onClose={() => setAsked(undefined)}
          submit={['Release', 'Releasing…']}
          isDangerous
          failure="Not released"
          onSubmit={() => release(asked)}
        >
          <p>What it holds is free for others at once. The customer who reserved it may be about to pay.</p>
        </FormDialog>
      )}
    </section>
  );
}
