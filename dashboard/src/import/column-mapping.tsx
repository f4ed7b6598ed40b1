import { useState } from 'react';
import { fieldTitle, type ImportField, importFields, isRequired } from '../../../src/import/columns.ts';
import { Button } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { ErrorText, Message } from '../ui/message.tsx';
import { openImport } from './import-state.ts';
import type { Plan } from './plan.ts';
import { chooseTable } from './run-import.ts';
import { SelectField } from './select-field.tsx';

export function ColumnMapping({ plan }: { readonly plan: Plan }) {
  const { file, columns, sheets, sheet = '' } = plan;
  const { line, head } = columns;
  return (
    <FocusRegion always>
      <p>
        Which columns of <strong>{file.name}</strong> are these?
      </p>
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          value={sheet}
          options={sheets.map((name) => [name, name])}
          onChange={(name) => chooseTable({ sheet: name })}
        />
      )}
      {line === null && <Message tone="warning">This sheet is empty.</Message>}
      {head.length > 1 && (
        <SelectField
          label="Line with the column names"
          value={String(line)}
          options={head.map((row) => [String(row.line), `${row.line}: ${row.cells.filter(Boolean).join(', ')}`])}
          onChange={(chosen) => chooseTable({ headerLine: Number(chosen) })}
        />
      )}
      <Fields key={`${sheet} ${line}`} plan={plan} />
    </FocusRegion>
  );
}

function Fields({ plan: { choice, columns } }: { readonly plan: Plan }) {
  const { names, positions, unclear } = columns;
  const [chosen, setChosen] = useState<{ readonly [F in ImportField]?: number | undefined }>(positions);
  const used = importFields.flatMap((field) => chosen[field] ?? []);
  const isComplete = importFields.every((field) => chosen[field] !== undefined || !isRequired(field));
  const isUnique = new Set(used).size === used.length;
  const submit = () => {
    // An empty name means that there is no such column.
    const chosenColumns = Object.fromEntries(importFields.map((field) => [field, chosen[field] ?? '']));
    chooseTable({ headerLine: choice.headerLine, columns: chosenColumns });
  };
  return (
    <>
      {unclear.length > 0 && (
        <Message tone="warning">Choose the column of the {unclear.map(fieldTitle).join(' and the ')}.</Message>
      )}
      {names.some((name) => /^-?\d+$/.test(name)) && (
        <Message tone="warning">
          The line with the column names looks like a pet, and it is not imported. Add a line of column names above it.
        </Message>
      )}
      {names.length > 0 &&
        importFields.map((field) => (
          <SelectField
            key={field}
            label={`${fieldTitle(field).replace(/^./, (first) => first.toUpperCase())}${isRequired(field) ? '' : ' (optional)'}`}
            value={String(chosen[field] ?? '')}
            options={[
              ['', isRequired(field) ? 'Choose a column' : 'Not in the file'],
              ...names.map((name, at) => [String(at), name === '' ? `Column ${at + 1}` : name] as const),
            ]}
            onChange={(at) => setChosen({ ...chosen, [field]: at === '' ? undefined : Number(at) })}
            hint={samplesOf(columns, chosen[field])}
          />
        ))}
      <ErrorText>{!isUnique && 'Choose a different column for each.'}</ErrorText>
      <div className="actions">
        <Button data-primary isDisabled={!isComplete || !isUnique} onPress={submit}>
          Continue
        </Button>
        <Button onPress={openImport}>Choose another file</Button>
      </div>
    </>
  );
}

const samplesMax = 3;

function samplesOf({ line, head }: Plan['columns'], position: number | undefined): string {
  const rows = head.filter((row) => row.line > (line ?? 0)).slice(0, samplesMax);
  const found = rows.map(({ cells }) => cells[position ?? -1] ?? '').filter((text) => text !== '');
  return found.length === 0 ? '' : `For example ${found.join(', ')}`;
}
