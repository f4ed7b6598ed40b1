import { Segments } from '../controls/segments.tsx';
import { type Mode, withMode } from './draft.ts';
import { changeDraft, type Editor } from './editor.ts';

const modes: readonly (readonly [Mode, string])[] = [
  ['set', 'Set to'],
  ['add', 'Add'],
  ['remove', 'Remove'],
];

export function ModeChoice({ open: { draft, saving } }: { readonly open: Editor }) {
  return (
    <Segments
      label="How to change it"
      value={draft.mode}
      options={modes}
      disabled={saving}
      onChange={(mode) => changeDraft(withMode(draft, mode))}
    />
  );
}
