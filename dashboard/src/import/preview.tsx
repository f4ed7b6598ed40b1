import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { fieldTitle, importFields } from '../../../src/import/columns.ts';
import { usePermissions } from '../session/session.ts';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Message } from '../ui/message.tsx';
import { Arrow, QuantityChange, StatusMark } from '../ui/quantity-and-status.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { closeImport, openImport, setImport } from './import-state.ts';
import type { Plan, Row } from './plan.ts';
import { Questions } from './questions.tsx';
import { leaveOut, startImport } from './run-import.ts';

type Section = 'errors' | 'changed' | 'added';

/** Everything the import would change, before it changes anything. */
export function ImportPreview({ plan }: { readonly plan: Plan }) {
  const { file, added, changed, renamed, unchanged, needAdmin, errors, leavesOut } = plan;
  const { canAdminister } = usePermissions();
  const [chosen, setChosen] = useState<Section>();
  const hasErrors = errors.length > 0;
  const isBlocked = plan.isUnanswered || (hasErrors && !leavesOut);
  const firstSection = changed.length > 0 || added.length === 0 ? 'changed' : 'added';
  const section = chosen === 'errors' && !hasErrors ? firstSection : (chosen ?? (hasErrors ? 'errors' : firstSection));
  const total = added.length + changed.length;
  const isAllowed = canAdminister || needAdmin === 0;
  const options = [
    ...(hasErrors
      ? ([['errors', `${leavesOut ? 'Left out' : 'Errors'} ${formatNumber(errors.length)}`]] as const)
      : []),
    ['changed', `Changed ${formatNumber(changed.length)}`],
    ['added', `New ${formatNumber(added.length)}`],
  ] as const;
  return (
    <FocusRegion always>
      <p>
        <strong>{file.name}</strong>: {formatCount(added.length, 'new pet')}, {formatNumber(changed.length)} changed
        {renamed > 0 && ` (${formatCount(renamed, 'name')})`}, {formatNumber(unchanged)} unchanged. Nothing has been
        saved yet.
      </p>
      <Columns plan={plan} />
      <Questions plan={plan} />
      {hasErrors && <BadLines plan={plan} />}
      {!isBlocked && !isAllowed && (
        <Message tone="warning" icon="lock" role="alert">
          {formatCount(needAdmin, 'row')} {needAdmin === 1 ? 'adds a pet or changes' : 'add pets or change'} a status or
          a name, which needs a key with the scope admin. Ask the owner for one. With yours, you can import a file that
          only changes quantities.
        </Message>
      )}
      <SegmentedControl label="Show" value={section} options={options} onChange={setChosen} />
      {section === 'errors' ? (
        <VirtualList
          label={leavesOut ? 'Lines that are left out' : 'Errors'}
          count={errors.length}
          renderRow={(index) => <span className={leavesOut ? 'fault muted' : 'fault error'}>{errors[index]}</span>}
        />
      ) : (
        <VirtualList
          key={section}
          label={section === 'added' ? 'New pets' : 'Changed pets'}
          count={section === 'added' ? added.length : changed.length}
          renderRow={(index) => <PlannedChange row={(section === 'added' ? added : changed)[index]} />}
        />
      )}
      <div className="actions">
        <Button
          className="button"
          data-primary
          isDisabled={isBlocked || total === 0 || !isAllowed}
          onPress={() => void startImport()}
        >
          {total === 0 ? 'Nothing to import' : `Import ${formatCount(total, 'pet')}`}
        </Button>
        <Button className="button" onPress={openImport}>
          Choose another file
        </Button>
        <Button className="button" onPress={closeImport}>
          Cancel
        </Button>
      </div>
    </FocusRegion>
  );
}

/** The lines that cannot be read are listed below. Nothing of them is imported unless the file is corrected. */
function BadLines({ plan: { badLines, leavesOut } }: { readonly plan: Plan }) {
  const isOne = badLines === 1;
  const lines = formatCount(badLines, 'line');
  return (
    <>
      <Message tone={leavesOut ? 'warning' : 'error'} role="alert">
        {leavesOut
          ? `${lines} ${isOne ? 'is' : 'are'} left out. The pets on ${isOne ? 'it' : 'them'} stay as they are.`
          : `${lines} cannot be read. Correct the file and choose it again, or leave ${isOne ? 'this line' : 'these lines'} out.`}
      </Message>
      <label className="checkbox">
        <input type="checkbox" checked={leavesOut} onChange={(event) => leaveOut(event.target.checked)} />
        Leave {isOne ? 'this line' : `these ${lines}`} out
      </label>
    </>
  );
}

/** How the table of the file was understood. */
function Columns({ plan }: { readonly plan: Plan }) {
  const { names, positions, ignored, line, head } = plan.columns;
  if (names.length === 0) return undefined;
  const nameAt = (position: number) => `“${names[position] || `Column ${position + 1}`}”`;
  const known = importFields.flatMap((field) => {
    const position = positions[field];
    return position === undefined ? [] : [`${fieldTitle(field)} from ${nameAt(position)}`];
  });
  const place = [
    ...(plan.sheets.length > 1 ? [`Sheet “${plan.sheet}”`] : []),
    ...(line === head[0]?.line ? [] : [`column names from line ${line}`]),
  ];
  return (
    <p className="hint import-columns">
      <span>
        {[...place, ...known].join(', ')}.
        {ignored.length > 0 && ` Not read: ${ignored.map((name) => `“${name}”`).join(', ')}.`}
      </span>
      <Button className="button" data-plain onPress={() => setImport({ plan, isMapping: true })}>
        Change columns
      </Button>
    </p>
  );
}

function PlannedChange({ row }: { readonly row: Row | undefined }) {
  if (row === undefined) return undefined;
  const { petId, quantity, status, before, name, nameBefore } = row;
  const isSameQuantity = before === undefined || before.quantity === quantity;
  return (
    <>
      <span className="planned-pet">
        {String(petId)}
        <PlannedName name={name} nameBefore={nameBefore} />
      </span>
      <span>
        {before !== undefined && before.status !== status && (
          <>
            <span className="wide-only">
              <StatusMark status={before.status} />{' '}
            </span>
            <Arrow />{' '}
          </>
        )}
        {(before === undefined || before.status !== status) && <StatusMark status={status} />}
      </span>
      <span className="planned-quantity">
        {isSameQuantity ? formatNumber(quantity) : <QuantityChange before={before.quantity} after={quantity} />}
      </span>
    </>
  );
}

/** "Rex", or "Rex → Max" if the name changes. */
function PlannedName({ name, nameBefore }: Pick<Row, 'name' | 'nameBefore'>) {
  if (name === undefined && nameBefore === undefined) return undefined;
  return (
    <span className="planned-name">
      <span className={name === undefined ? undefined : 'wide-only'}>{nameBefore}</span>
      {name !== undefined && nameBefore !== undefined && (
        <>
          {' '}
          <Arrow />{' '}
        </>
      )}
      {name}
    </span>
  );
}
