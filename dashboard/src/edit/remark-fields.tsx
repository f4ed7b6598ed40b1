import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { reasons } from './draft.ts';
import { changeDraft, type Editor } from './editor.ts';

/** Why, and anything else worth remembering. Neither is needed. */
export function RemarkFields({ open: { draft, saving } }: { readonly open: Editor }) {
  return (
    <div className="remarks">
      <div className="field">
        <span className="label" id="reason-label">
          Reason
        </span>
        <ToggleButtonGroup
          className="chips"
          aria-labelledby="reason-label"
          selectionMode="single"
          isDisabled={saving}
          selectedKeys={draft.reason === undefined ? [] : [draft.reason]}
          onSelectionChange={(keys) => changeDraft({ ...draft, reason: reasons.find((reason) => keys.has(reason)) })}
        >
          {reasons.map((reason) => (
            <ToggleButton key={reason} id={reason} className="chip">
              {reason}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      <TextField
        className="field"
        value={draft.note}
        onChange={(note) => changeDraft({ ...draft, note })}
        isReadOnly={saving}
      >
        <Label className="label">Note</Label>
        <Input className="input" autoComplete="off" />
      </TextField>
    </div>
  );
}
