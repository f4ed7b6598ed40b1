import { useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { describeError, isVersionMismatch, newIdempotencyKey } from '../app/api.ts';
import { offerUndo } from '../edit/undo.ts';
import { requireSession } from '../session/session.ts';
import { applyWrite } from '../stock/store.ts';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatNumber } from '../ui/format.ts';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { refreshHistory } from './history.ts';

type Props = {
  /** The entry whose quantity is to be restored. */
  readonly quantity: number;
  readonly at: string;
  /** The newest entry of the pet: it has the current quantity and version. */
  readonly newest: LedgerEntry;
  readonly onClose: () => void;
};

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * Asks in place before it sets the quantity to what it was after an earlier change. It is saved only if the pet is
 * still as shown here; otherwise the question is asked again with the new quantity.
 */
export function PutBack({ quantity, at, newest, onClose }: Props) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  /** The newest change that the user has seen. */
  const [seen, setSeen] = useState(newest);
  /** One for each version: repeating the same request is safe. */
  const attempt = useRef({ version: 0, idempotencyKey: '' });
  const hasChanged = newest.seq !== seen.seq;
  const { petId } = newest;
  const isPossible = newest.after !== null && newest.after !== quantity;

  const save = async () => {
    setSaving(true);
    setError(undefined);
    const before = newest.after ?? 0;
    if (attempt.current.version !== newest.seq) {
      attempt.current = { version: newest.seq, idempotencyKey: newIdempotencyKey() };
    }
    try {
      const note = `put back to ${quantity} of ${momentFormat.format(new Date(at)).replace(',', '')}`;
      const update = { quantity, reason: 'adjustment', note } as const;
      const { client } = requireSession();
      const { item, version } = await client.updateInventory(petId, update, attempt.current);
      applyWrite(item, version);
      onClose();
      offerUndo(item, before, { quantity: before, version });
    } catch (thrown) {
      // Shows the change that came between, unless the event stream has done so already.
      if (isVersionMismatch(thrown)) await refreshHistory();
      else setError(describeError(thrown));
      setSaving(false);
    }
  };

  return (
    <FocusRegion className="put-back" always>
      <div role="status">
        {hasChanged && (
          <p className="conflict-note">
            Changed meanwhile by {newest.key ?? 'an import'}:{' '}
            <QuantityChange before={seen.after} after={newest.after} />
          </p>
        )}
        {error !== undefined && <p className="error">{error}</p>}
      </div>
      <p>
        {isPossible ? (
          <>
            Put back? <QuantityChange before={newest.after} after={quantity} />
          </>
        ) : newest.after === null ? (
          'The pet has been removed.'
        ) : (
          `It is at ${formatNumber(quantity)} already.`
        )}
      </p>
      <div className="actions">
        {isPossible && (
          <Button
            className="button"
            data-primary
            isPending={isSaving}
            onPress={() => {
              setSeen(newest);
              void save();
            }}
          >
            {isSaving ? 'Saving…' : hasChanged ? 'Put back anyway' : error === undefined ? 'Put back' : 'Try again'}
          </Button>
        )}
        <Button className="button" isDisabled={isSaving} onPress={onClose}>
          {hasChanged ? 'Leave it' : 'Cancel'}
        </Button>
      </div>
    </FocusRegion>
  );
}
