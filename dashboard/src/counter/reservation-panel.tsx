import { titleOf } from '../stock/details.ts';
import { useStockView } from '../stock/store.ts';
import { Button } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatDateTime, formatNumber } from '../ui/format.ts';
import { Message } from '../ui/message.tsx';
import { closeReservation, type Handover, sellReservation } from './handover.ts';
import { words } from './sheet.ts';
import sheetLinesStyles from './sheet-lines.module.css';

/** A reservation and its pets, with the button that sells them. */
export function ReservationPanel({ handover }: { readonly handover: Handover }) {
  useStockView();
  const { id, items, key, expiresAt, note } = handover.reservation;
  const isSelling = handover.kind === 'selling';
  return (
    <FocusRegion always>
      <div>
        <h3>Reservation {id}</h3>
        <p className="muted">
          Reserved by {key} until {formatDateTime(expiresAt)}.{note !== null && ` Note: ${note}`}
        </p>
      </div>
      <ul className={sheetLinesStyles.sheetLines} aria-label="Reserved pets">
        {items.map(({ petId, quantity }) => (
          <li key={String(petId)}>
            <strong className={sheetLinesStyles.sheetPet}>{titleOf(BigInt(petId))}</strong>
            <span className={sheetLinesStyles.reservedQuantity}>{formatNumber(quantity)}</span>
          </li>
        ))}
      </ul>
      {handover.kind === 'shown' && handover.error !== undefined && (
        <Message tone="error" role="alert">
          {handover.error}
        </Message>
      )}
      <div className="actions">
        <Button data-primary isPending={isSelling} onPress={() => void sellReservation()}>
          {isSelling ? words.sell.saving : words.sell.save}
        </Button>
        <Button isDisabled={isSelling} onPress={closeReservation}>
          Cancel
        </Button>
      </div>
    </FocusRegion>
  );
}
