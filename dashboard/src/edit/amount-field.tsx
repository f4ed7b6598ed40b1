import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { Icon } from '../controls/icon.tsx';
import { problemOf, stepped, typed } from './draft.ts';
import { changeDraft, type Editor } from './editor.ts';

const names = { set: 'New quantity', add: 'How many to add', remove: 'How many to remove' } as const;

export function AmountField({ open: { draft, saving } }: { readonly open: Editor }) {
  const input = useRef<HTMLInputElement>(null);

  // Ready to type over, in whichever way it is meant.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the editor opens or the mode changes.
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [draft.mode]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    changeDraft(stepped(draft, event.key === 'ArrowUp' ? 1 : -1));
  };

  return (
    <div className="amount">
      <Button
        className="button"
        data-square
        aria-label="One less"
        isDisabled={saving}
        onPress={() => changeDraft(stepped(draft, -1))}
      >
        <Icon name="minus" />
      </Button>
      <TextField
        value={draft.amount}
        onChange={(text) => changeDraft(typed(draft, text))}
        onKeyDown={onKeyDown}
        isReadOnly={saving}
        isInvalid={draft.amount !== '' && problemOf(draft) !== undefined}
        inputMode="numeric"
      >
        <Label className="unseen">{names[draft.mode]}</Label>
        <Input
          ref={input}
          className="input amount-input"
          autoComplete="off"
          aria-describedby="outlook"
          placeholder={draft.mode === 'set' ? String(draft.base.quantity) : '0'}
        />
      </TextField>
      <Button
        className="button"
        data-square
        aria-label="One more"
        isDisabled={saving}
        onPress={() => changeDraft(stepped(draft, 1))}
      >
        <Icon name="plus" />
      </Button>
    </div>
  );
}
