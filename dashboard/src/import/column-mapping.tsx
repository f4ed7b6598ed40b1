import { type ChangeEvent, useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { importFields } from '../../../src/import/columns.ts';
import { FocusRegion } from '../ui/focus-region.tsx';
import { Message } from '../ui/message.tsx';
import { openImport } from './import-state.ts';
import type { Plan } from './plan.ts';
import { chooseColumns } from './run-import.ts';

type Field = (typeof importFields)[number];

const fieldNames: Readonly<Record<Field, string>> = {
  petId: 'Pet ID',
  quantity: 'Quantity',
  status: 'Status (optional)',
  name: 'Name (optional)',
};

const isRequired = (field: Field) => field === 'petId' || field === 'quantity';

/** Lets the user say which column is which. */
export function ColumnMapping({ plan: { file, columns, errors } }: { readonly plan: Plan }) {
  const { names, positions, unclear } = columns;
  const [chosen, setChosen] = useState<{ readonly [F in Field]?: number | undefined }>(positions);
  const used = importFields.flatMap((field) => chosen[field] ?? []);
  const isComplete = importFields.every((field) => chosen[field] !== undefined || !isRequired(field));
  const isUnique = new Set(used).size === used.length;
  const submit = () => {
    // An empty name means that there is no such column.
    chooseColumns(Object.fromEntries(importFields.map((field) => [field, chosen[field] ?? ''])));
  };
  return (
    <FocusRegion always>
      <p>
        Which columns of <strong>{file.name}</strong> are these?
      </p>
      {unclear.length > 0 && <Message tone="warning">{errors.join('. ')}.</Message>}
      {names.some((name) => /^-?\d+$/.test(name)) && (
        <Message tone="warning">
          The first line looks like a pet, not like column names, and it is not imported. Add a line of column names
          above it.
        </Message>
      )}
      {importFields.map((field) => (
        <ColumnSelect
          key={field}
          field={field}
          columns={columns}
          value={chosen[field]}
          onChange={(position) => setChosen({ ...chosen, [field]: position })}
        />
      ))}
      <p role="alert" className="error">
        {!isUnique && 'Choose a different column for each.'}
      </p>
      <div className="actions">
        <Button className="button" data-primary isDisabled={!isComplete || !isUnique} onPress={submit}>
          Continue
        </Button>
        <Button className="button" onPress={openImport}>
          Choose another file
        </Button>
      </div>
    </FocusRegion>
  );
}

type SelectProps = {
  readonly field: Field;
  readonly columns: Plan['columns'];
  readonly value: number | undefined;
  readonly onChange: (position: number | undefined) => void;
};

/** The browser's own list of choices: it needs no script, and phones show it in their own way. */
function ColumnSelect({ field, columns: { names, samples }, value, onChange }: SelectProps) {
  const id = useId();
  const samplesOf = (position: number) =>
    samples
      .map((row) => row[position] ?? '')
      .filter((text) => text !== '')
      .join(', ');
  const found = value === undefined ? '' : samplesOf(value);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {fieldNames[field]}
      </label>
      <select
        id={id}
        className="input"
        value={value ?? ''}
        aria-describedby={`${id}-samples`}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) =>
          onChange(target.value === '' ? undefined : Number(target.value))
        }
      >
        <option value="">{isRequired(field) ? 'Choose a column' : 'Not in the file'}</option>
        {names.map((name, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same name.
          <option key={position} value={position}>
            {name === '' ? `Column ${position + 1}` : name}
          </option>
        ))}
      </select>
      <p id={`${id}-samples`} className="hint samples">
        {found === '' ? '' : `For example ${found}`}
      </p>
    </div>
  );
}
