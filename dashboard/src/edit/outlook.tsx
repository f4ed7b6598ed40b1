import { QuantityChange } from '../controls/quantity-change.tsx';
import { formatNumber } from '../format.ts';
import { isTouched, problemOf, targetOf } from './draft.ts';
import type { Editor } from './editor.ts';

/** What saving would do, before it is done. */
export function Outlook({ open: { draft } }: { readonly open: Editor }) {
  const { amount, base } = draft;
  const target = targetOf(draft);
  const problem = amount === '' ? undefined : problemOf(draft);
  const content =
    problem !== undefined ? (
      <span className="fault">{problem}</span>
    ) : target === undefined || !isTouched(draft) ? (
      <span className="quiet">Now {formatNumber(base.quantity)}</span>
    ) : (
      <QuantityChange before={base.quantity} after={target} />
    );
  return (
    <p id="outlook" className="outlook" aria-live="polite">
      {content}
    </p>
  );
}
