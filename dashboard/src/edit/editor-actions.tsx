import { Button } from 'react-aria-components/Button';
import { Icon } from '../controls/icon.tsx';
import { openHistory } from '../history/history.ts';
import { isTouched, problemOf } from './draft.ts';
import { closeEditor, type Editor } from './editor.ts';

export function EditorActions({ open: { draft, saving, failure } }: { readonly open: Editor }) {
  const ready = isTouched(draft) && problemOf(draft) === undefined;
  return (
    <>
      <div role="alert">
        {failure !== undefined && (
          <p className="message" data-tone="bad">
            <Icon name="warning" />
            {failure}
          </p>
        )}
      </div>
      <div className="editor-actions">
        <Button type="submit" className="button" data-primary isDisabled={!ready} isPending={saving}>
          {saving ? 'Saving…' : failure === undefined ? 'Save' : 'Try again'}
        </Button>
        <Button className="button" isDisabled={saving} onPress={closeEditor}>
          Cancel
        </Button>
        <Button
          className="button history-button"
          data-plain
          aria-label="History"
          onPress={() => openHistory(draft.petId)}
        >
          <Icon name="clock" />
          <span className="wide-only">History</span>
        </Button>
      </div>
    </>
  );
}
