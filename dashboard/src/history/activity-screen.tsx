import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { useObservable } from '../state/observable.ts';
import { details, labelOf, titleOf } from '../stock/details.ts';
import {
  formatCompact,
  formatCount,
  formatDay,
  formatNumber,
  formatTime,
  reasonNames,
  reasonOptions,
} from '../ui/format.ts';
import { printedRowsMax, useIsPrinting } from '../ui/printing.ts';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Select } from '../ui/select.tsx';
import {
  activity,
  dateText,
  describeRange,
  entriesMax,
  followActivity,
  loadMoreActivity,
  type Range,
  type SumName,
  showActivity,
  spanOfRange,
  sumNames,
  sumsOf,
} from './activity.ts';
import { openHistory } from './history.ts';
import '../styles/activity.css';

const rangeOptions: readonly (readonly [Range, string])[] = [
  ['today', 'Today'],
  ['week', 'Last 7 days'],
  ['day', 'One day'],
];

/** Changes of imports have no key, and changes need not have a reason. */
const none = '–';
const rowsPerStep = 100;

/** What has changed today or on other days, over all pets, by whom and why. */
export function ActivityScreen() {
  const { entries, next, isLoading, error } = useObservable(activity);
  // Renders again when they have been loaded.
  useObservable(details);
  const [range, setRange] = useState<Range>('today');
  const [day, setDay] = useState(() => dateText(new Date()));
  const [person, setPerson] = useState('');
  const [reason, setReason] = useState('');
  const [rowsMax, setRowsMax] = useState(rowsPerStep);
  const isPrinting = useIsPrinting();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus();
    return followActivity();
  }, []);
  useEffect(() => {
    const span = spanOfRange(range, day);
    if (span !== undefined) showActivity(span);
    setRowsMax(rowsPerStep);
  }, [range, day]);

  const people = [...new Set(entries.map(keyOf))].sort();
  const byPerson = person === '' ? entries : entries.filter((entry) => keyOf(entry) === person);
  const shown = reason === '' ? byPerson : byPerson.filter((entry) => (entry.reason ?? none) === reason);
  const sums = sumsOf(byPerson);
  const canLoad = next !== undefined && entries.length < entriesMax;

  return (
    <div className="activity">
      <div className="screen-header">
        <h2 ref={heading} tabIndex={-1}>
          Activity
        </h2>
        <p className="print-only">
          {[describeRange(range, day), person, reason].filter((part) => part !== '').join(', ')}
          {shown.length > printedRowsMax && `. Only the newest ${formatNumber(printedRowsMax)} changes are printed`}
        </p>
      </div>
      <div className="activity-filters">
        <SegmentedControl label="Days" value={range} options={rangeOptions} onChange={setRange} />
        {range === 'day' && (
          <TextField className="field" type="date" value={day} onChange={setDay}>
            <Label className="visually-hidden">Day</Label>
            <Input className="input" max={dateText(new Date())} />
          </TextField>
        )}
        <Select
          label="Person"
          value={person}
          options={[['', 'Everyone'], ...people.map((name) => [name, name === none ? 'Imports' : name] as const)]}
          onChange={setPerson}
        />
        <Select
          label="Reason"
          value={reason}
          options={[['', 'Any reason'], ...reasonOptions, [none, 'No reason']]}
          onChange={setReason}
        />
      </div>
      <dl className="sums" aria-busy={isLoading}>
        {(Object.keys(sumNames) as SumName[]).map((name) => (
          <div key={name} className="tile">
            <dt className="tile-name">{sumNames[name]}</dt>
            <dd>
              <span className="tile-value" title={formatNumber(sums[name].units)}>
                {unitsOf(name, sums[name].units)}
              </span>
              <span className="muted small">{formatCount(sums[name].changes, 'change')}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="activity-status" role="status">
        {isLoading && <p className="muted">Loading…</p>}
        {error !== undefined && <p className="error">{error}</p>}
        {!isLoading && error === undefined && next !== undefined && (
          <p className="muted">
            These are the newest {formatNumber(entries.length)} changes
            {canLoad ? '; there are earlier ones. ' : '. There are earlier ones: choose a single day to see them.'}
            {canLoad && (
              <Button className="link" onPress={() => void loadMoreActivity()}>
                Load them
              </Button>
            )}
          </p>
        )}
        {!isLoading && error === undefined && shown.length === 0 && <p className="muted">No changes.</p>}
      </div>
      <ActivityList
        entries={shown.slice(0, isPrinting ? printedRowsMax : rowsMax)}
        hasDays={range === 'week'}
        isPrinted={isPrinting}
      />
      {error !== undefined ? (
        <Button className="button" onPress={() => void loadMoreActivity()}>
          Try again
        </Button>
      ) : (
        shown.length > rowsMax && (
          <Button className="button" onPress={() => setRowsMax(rowsMax + rowsPerStep)}>
            Show more
          </Button>
        )
      )}
    </div>
  );
}

type ListProps = {
  readonly entries: readonly LedgerEntry[];
  readonly hasDays: boolean;
  /** Without buttons: thousands of React Aria's take long to render. */
  readonly isPrinted: boolean;
};

function ActivityList({ entries, hasDays, isPrinted }: ListProps) {
  return (
    <ol className="activity-list" aria-label="Changes, newest first">
      {entries.map((entry, index) => {
        const { seq, petId, before, after, at } = entry;
        const day = formatDay(at);
        const previous = entries[index - 1];
        const isNewDay = hasDays && (previous === undefined || formatDay(previous.at) !== day);
        return (
          <li key={seq}>
            {isNewDay && <h3>{day}</h3>}
            <div className="activity-row">
              <time className="muted" dateTime={at}>
                {formatTime(at)}
              </time>
              {isPrinted ? (
                <span>{titleOf(petId)}</span>
              ) : (
                <Button className="link" aria-label={`History of ${labelOf(petId)}`} onPress={() => openHistory(petId)}>
                  {titleOf(petId)}
                </Button>
              )}
              <QuantityChange before={before} after={after} />
              <span className="activity-why muted">
                {[whatOf(entry), entry.key === null ? '' : `by ${entry.key}`].filter((part) => part !== '').join(', ')}
                {entry.note !== null && <q>{entry.note}</q>}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function whatOf({ kind, reason, before, after }: LedgerEntry): string {
  if (reason !== null) return reasonNames[reason];
  if (kind === 'import') return 'Import';
  if (after === null) return 'Removed';
  return before === null ? 'Added' : 'No reason';
}

function keyOf({ key }: LedgerEntry): string {
  return key ?? none;
}

/** Units that were sold or damaged have left: a minus would be read as the opposite. */
function unitsOf(name: SumName, units: bigint): string {
  if (name === 'sale' || name === 'damage') return signed(-units, false);
  return signed(units, name === 'other');
}

function signed(units: bigint, hasPlus: boolean): string {
  if (units < 0n) return `−${formatCompact(-units)}`;
  return `${hasPlus && units > 0n ? '+' : ''}${formatCompact(units)}`;
}
