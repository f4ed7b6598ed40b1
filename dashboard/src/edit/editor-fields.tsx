import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../messages/first.ts';
import { writeQuantity } from '../stock/pet.ts';
import { ScanInstead } from '../stock/scan-instead.tsx';
import { Button } from '../ui/button.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { isTouched, problemOf, targetOf, withInput, withStep } from './draft.ts';
import { setDraft } from './editor.ts';
import styles from './editor-fields.module.css';
import type { Editor } from './editor-state.ts';

type Props = { readonly editor: Editor };

const amountLabels = { set: t('edit.newQuantity'), add: t('edit.quantityToAdd'), remove: t('edit.quantityToRemove') };
const outcomeId = 'editor-outcome';

export function AmountField({ editor: { draft, kind } }: Props) {
  const input = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: selects the amount when the editor opens or the mode changes.
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [draft.mode]);

  // An untouched amount follows changes by others. The new text is selected again, as the old one was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the amount has been replaced.
  useLayoutEffect(() => {
    if (!isTouched(draft) && document.activeElement === input.current) input.current?.select();
  }, [draft.base.quantity]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setDraft(withStep(draft, event.key === 'ArrowUp' ? 1 : -1));
  };

  const stepButton = (step: 1 | -1) => (
    <Button
      icon={step === 1 ? 'plus' : 'minus'}
      aria-label={step === 1 ? t('edit.increase') : t('edit.decrease')}
      isDisabled={kind === 'saving'}
      onPress={() => setDraft(withStep(draft, step))}
    />
  );

  return (
    <div className={styles.amount}>
      {stepButton(-1)}
      <TextInput
        label={amountLabels[draft.mode]}
        isLabelHidden
        value={draft.amount}
        onChange={(text) => setDraft(withInput(draft, text))}
        onKeyDown={onKeyDown}
        isReadOnly={kind === 'saving'}
        isInvalid={draft.amount !== '' && problemOf(draft) !== undefined}
        inputMode="numeric"
        enterKeyHint="done"
        aria-describedby={outcomeId}
        input={{
          ref: input,
          className: styles.amountInput,
          placeholder: writeQuantity(draft.mode === 'set' ? draft.base.quantity : 0),
        }}
      />
      {stepButton(1)}
    </div>
  );
}

export function Outcome({ editor: { draft } }: Props) {
  const { amount, base } = draft;
  const target = targetOf(draft);
  const problem = amount === '' ? undefined : problemOf(draft);
  const content =
    problem !== undefined ? (
      <span className="error">{problem}</span>
    ) : target === undefined || !isTouched(draft) ? (
      <span className="muted">{t('edit.now', { quantity: base.quantity })}</span>
    ) : (
      <QuantityChange before={base.quantity} after={target} />
    );
  const untouched = draft.mode === 'set' ? writeQuantity(base.quantity) : '';
  return (
    <div id={outcomeId} className={styles.outcome} aria-live="polite">
      {content}
      <ScanInstead text={amount} onScan={() => setDraft({ ...draft, amount: untouched })} />
    </div>
  );
}
