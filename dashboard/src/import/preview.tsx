import { useState } from 'react';
import { detailFields } from '../../../src/domain/pet-details.ts';
import { fieldTitle, importFields } from '../../../src/import/columns.ts';
import type { Difference } from '../../../src/import/differences.ts';
import { usePermissions } from '../session/session.ts';
import { nameOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Message } from '../ui/message.tsx';
import { Arrow, QuantityChange, StatusMark } from '../ui/quantity-and-status.tsx';
import { type Options, SegmentedControl } from '../ui/segmented-control.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { closeImport, dispatch, isBlocked, openImport } from './import-state.ts';
import type { Plan } from './plan.ts';
import styles from './preview.module.css';
import { Questions } from './questions.tsx';
import { startImport } from './run-import.ts';

type Section = 'errors' | 'changed' | 'added';

export function ImportPreview({ plan }: { readonly plan: Plan }) {
  const { file, added, changed, described, unchanged, needAdmin, errors, badLines, leavesOut } = plan;
  const { canAdminister } = usePermissions();
  const [chosen, setChosen] = useState<Section>();
  const hasErrors = errors.length > 0;
  const firstSection = changed.length > 0 || added.length === 0 ? 'changed' : 'added';
  const section = chosen === 'errors' && !hasErrors ? firstSection : (chosen ?? (hasErrors ? 'errors' : firstSection));
  const total = added.length + changed.length;
  const isAllowed = canAdminister || needAdmin === 0;
  const options: Options<Section> = [
    ['errors', leavesOut ? `Left out ${formatNumber(badLines)}` : `Errors ${formatNumber(errors.length)}`],
    ['changed', `Changed ${formatNumber(changed.length)}`],
    ['added', `New ${formatNumber(added.length)}`],
  ];
  return (
    <FocusRegion always>
      <p>
        <strong>{file.name}</strong>: {formatCount(added.length, 'new pet')}, {formatNumber(changed.length)} changed
        {described > 0 && ` (${formatNumber(described)} with other details)`}, {formatNumber(unchanged)} unchanged.
        Nothing has been saved yet.
      </p>
      <Columns plan={plan} />
      <Questions plan={plan} />
      {hasErrors && <BadLines plan={plan} />}
      {!isBlocked(plan) && !isAllowed && (
        <Message tone="warning" icon="lock" role="alert">
          {formatCount(needAdmin, 'row')} {needAdmin === 1 ? 'adds a pet or changes' : 'add pets or change'} a status or
          details, which needs the role “Also edits pets”. Ask the owner for a key that has it. With yours, you can
          import a file that only changes quantities.
        </Message>
      )}
      <SegmentedControl label="Show" value={section} options={options.slice(hasErrors ? 0 : 1)} onChange={setChosen} />
      {section === 'errors' ? (
        <VirtualList
          label={leavesOut ? 'Lines that are left out' : 'Errors'}
          count={errors.length}
          renderRow={(index) => (
            <span className={leavesOut ? `${styles.fault} muted` : `${styles.fault} error`}>{errors[index]}</span>
          )}
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
        <Button data-primary isDisabled={isBlocked(plan) || total === 0 || !isAllowed} onPress={startImport}>
          {total === 0 ? 'Nothing to import' : `Import ${formatCount(total, 'pet')}`}
        </Button>
        <Button onPress={openImport}>Choose another file</Button>
        <Button onPress={closeImport}>Cancel</Button>
      </div>
    </FocusRegion>
  );
}

/** Offers to leave out the lines that cannot be read. The import is blocked until then. */
function BadLines({ plan: { badLines, leavesOut, asked } }: { readonly plan: Plan }) {
  const isOne = badLines === 1;
  const lines = formatCount(badLines, 'line');
  const isAsked = asked.statuses.length > 0 || asked.negatives > 0;
  return (
    <>
      <Message tone={leavesOut ? 'warning' : 'error'} role="alert">
        {leavesOut
          ? `${lines} ${isOne ? 'is' : 'are'} left out. The pets on ${isOne ? 'it' : 'them'} stay as they are.`
          : `${lines} cannot be read. ${isAsked ? 'Answer the questions above, correct' : 'Correct'} the file and choose it again, or leave ${isOne ? 'this line' : 'these lines'} out.`}
      </Message>
      <Checkbox checked={leavesOut} onChange={(next) => dispatch({ kind: 'lines-left-out', leavesOut: next })}>
        Leave {isOne ? 'this line' : `these ${lines}`} out
      </Checkbox>
    </>
  );
}

function Columns({ plan }: { readonly plan: Plan }) {
  const { names, positions, ignored, line, head } = plan.columns;
  if (names.length === 0) return undefined;
  const known = importFields.flatMap((field) => {
    const position = positions[field];
    return position === undefined ? [] : [`${fieldTitle(field)} from “${names[position]}”`];
  });
  const notRead = [...ignored.map((name) => `“${name}”`), ...plan.notRead];
  const sentences = [
    ...(plan.sheets.length > 1 ? [`Sheet “${plan.sheet}”`] : []),
    ...(line === head[0]?.line ? [] : [`Column names from line ${line}`]),
    known.join(', ').replace(/^./, (first) => first.toUpperCase()),
    ...(positions.petId === undefined ? ['Rows are matched by barcode, and new pets get the next free ID'] : []),
    ...(notRead.length > 0 ? [`Not read: ${notRead.join(', ')}`] : []),
  ];
  return (
    <p className={`hint ${styles.importColumns}`}>
      <span>{sentences.join('. ')}.</span>
      <Button data-plain onPress={() => dispatch({ kind: 'columns-wanted' })}>
        Change columns
      </Button>
    </p>
  );
}

function PlannedChange({ row }: { readonly row: Difference | undefined }) {
  if (row === undefined) return undefined;
  const { petId, before, after, details } = row;
  const { quantity, status } = after;
  const name = before && nameOf(petId);
  const isSameQuantity = before === undefined || before.quantity === quantity;
  return (
    <>
      <span className={styles.plannedPet}>
        {String(petId)}
        {details.name === undefined && name !== undefined && <DetailChange title="" before={null} after={name} />}
        {detailFields.map((field) => {
          const change = details[field];
          return change && <DetailChange key={field} title={field === 'name' ? '' : fieldTitle(field)} {...change} />;
        })}
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
      <span className={styles.plannedQuantity}>
        {isSameQuantity ? formatNumber(quantity) : <QuantityChange before={before.quantity} after={quantity} />}
      </span>
    </>
  );
}

type DetailChangeProps = {
  readonly title: string;
  readonly before: string | number | null;
  readonly after: string | number | null;
};

/** "Rex", or "Rex → Max" if the pet has one already; "barcode 123". */
function DetailChange({ title, before, after }: DetailChangeProps) {
  return (
    <span className={styles.plannedDetail}>
      {title === '' ? ' ' : ` ${title} `}
      {before !== null && (
        <>
          <span className="wide-only">{before}</span> <Arrow />{' '}
        </>
      )}
      {after}
    </span>
  );
}
