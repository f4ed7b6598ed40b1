import { missingFields } from '@pawstock/shared/import/columns.ts';
import { type ImportField, importFields } from '@pawstock/shared/import/problem.ts';
import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatList } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { Button } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { Message } from '../ui/message.tsx';
import { fieldNames } from '../ui/names.ts';
import { optionsOf } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import styles from './column-mapping.module.css';
import { openImport } from './import-state.ts';
import { columnName, type Plan } from './plan.ts';
import { chooseTable } from './run-import.ts';

export function ColumnMapping({ plan }: { readonly plan: Plan }) {
  const { file, columns, sheets, sheet = '' } = plan;
  const { line, head } = columns;
  return (
    <FocusRegion always>
      <p>{withTags(t('import.columnsQuestion', { file: file.name }))}</p>
      {sheets.length > 1 && (
        <SelectField
          label={t('import.sheet')}
          value={sheet}
          options={sheets.map((name) => [name, name])}
          onChange={(name) => chooseTable(plan, { sheet: name })}
        />
      )}
      {line === null && <Message tone="warning">{t('import.sheetEmpty')}</Message>}
      {head.length > 1 && (
        <SelectField
          label={t('import.headerLine')}
          value={String(line)}
          options={head.map(({ line: at, cells }) => [
            `${at}`,
            `${at}: ${formatList(cells.filter(Boolean), 'unit')}`,
          ])}
          onChange={(chosen) => chooseTable(plan, { headerLine: Number(chosen) })}
        />
      )}
      <Columns key={`${sheet} ${line}`} plan={plan} />
    </FocusRegion>
  );
}

const wantedName = (field: ImportField) =>
  field === 'petId' ? t('import.petIdOrBarcode') : t(`field.${field}`);

type Chosen = { readonly [Field in ImportField]?: number | undefined };

/**
 * The first rows of the imported table. The user chooses in each header what the column contains.
 */
function Columns({ plan }: { readonly plan: Plan }) {
  const { choice, columns } = plan;
  const { names, positions, unclear, line, head } = columns;
  const [chosen, setChosen] = useState<Chosen>(positions);
  const missing = missingFields(chosen);
  const wanted = new Set([...missing, ...unclear.filter((field) => chosen[field] === undefined)]);
  const shown = [...names.keys()].filter((at) => names[at] !== '');
  const rows = head.filter((row) => row.line > (line ?? 0)).slice(0, rowsMax);
  const choose = (at: number, wantedField: string) => {
    const positionOf = (field: ImportField) => (chosen[field] === at ? undefined : chosen[field]);
    const next = importFields.map((field) => [
      field,
      field === wantedField ? at : positionOf(field),
    ]);
    setChosen(Object.fromEntries(next));
  };
  const submit = () => {
    // An empty column name means that the file has no column for a field of a pet, such as the
    // barcode.
    const chosenColumns = Object.fromEntries(
      importFields.map((field) => [field, chosen[field] ?? '']),
    );
    chooseTable(plan, { headerLine: choice.headerLine, columns: chosenColumns });
  };
  return (
    <>
      {wanted.size > 0 && (
        <Message tone="warning">
          {t('import.columnsWanted', { fields: formatList([...wanted].map(wantedName)) })}
        </Message>
      )}
      {names.some((name) => /^-?\d+$/.test(name)) && (
        <Message tone="warning">{t('import.headerLooksLikePet')}</Message>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table. */}
      <section className={styles.columns} tabIndex={0} aria-label={t('import.columns')}>
        <table>
          <thead>
            <tr>
              {shown.map((at) => {
                const field = importFields.find((one) => chosen[one] === at);
                return (
                  <th key={at} scope="col" data-read={field !== undefined || undefined}>
                    <SelectField
                      label={columnName(columns, names[at] ?? '')}
                      value={field ?? ''}
                      options={fieldOptions}
                      onChange={(value) => choose(at, value)}
                    />
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                {shown.map((at) => (
                  <td key={at}>{row.cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="actions">
        <Button data-primary isDisabled={missing.length > 0} onPress={submit}>
          {t('import.continue')}
        </Button>
        <Button onPress={openImport}>{t('import.chooseOther')}</Button>
      </div>
    </>
  );
}

const rowsMax = 4;
const fieldOptions = [['', t('import.notRead')] as const, ...optionsOf<string>(fieldNames)];
