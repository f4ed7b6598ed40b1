import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/all.ts';
import { labelOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { reasonNames } from '../ui/names.ts';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { DateInput } from '../ui/text-input.tsx';
import { ActivityExport } from './activity-export.tsx';
import styles from './activity-screen.module.css';
import { type ActivityFilter, none, ranges } from './filter.ts';

export const filterNames: Readonly<Record<string, string>> = {
  ...reasonNames,
  other: t('history.otherReasons'),
  [none]: t('history.noReason'),
};

export function nameOfPerson(person: string): string {
  return person === none ? t('history.imports') : person;
}

type Props = {
  readonly filter: ActivityFilter;
  readonly entries: readonly LedgerEntry[];
  readonly onChange: (change: Partial<ActivityFilter>) => void;
  /** Shows the changes of all pets again. The button that does it disappears. */
  readonly onAllPets: () => void;
};

/** Which days, whose changes, and which reason and pet. */
export function ActivityFilters({ filter, entries, onChange, onAllPets }: Props) {
  const { range, day, last, person, reason, pet } = filter;
  const found = entries.map(({ key }) => key ?? none);
  const chosen = person === '' ? [] : [person];
  const people = [...new Set([...found, ...chosen])].sort();
  return (
    <div className={styles.activityFilters}>
      <SegmentedControl
        label={t('history.days')}
        value={range}
        options={ranges.map((one) => [one, t('history.range', { range: one })] as const)}
        onChange={(next) => onChange({ range: next })}
      />
      {(range === 'day' || range === 'any') && (
        <DateInput
          label={t(range === 'day' ? 'history.day' : 'history.firstDay')}
          isLabelHidden
          value={day}
          onChange={(next) => onChange({ day: next })}
        />
      )}
      {range === 'any' && (
        <DateInput
          label={t('history.last')}
          isLabelHidden
          value={last}
          onChange={(next) => onChange({ last: next })}
        />
      )}
      <SelectField
        label={t('history.person')}
        isLabelHidden
        value={person}
        options={[
          ['', t('history.everyone')],
          ...people.map((name) => [name, nameOfPerson(name)] as const),
        ]}
        onChange={(next) => onChange({ person: next })}
      />
      <SelectField
        label={t('edit.reason')}
        isLabelHidden
        value={reason}
        options={[['', t('history.anyReason')], ...optionsOf(filterNames)]}
        onChange={(next) => onChange({ reason: next })}
      />
      {pet !== '' && (
        <Button onPress={onAllPets}>
          {t('history.only', { pet: labelOf(BigInt(pet)) })}
          <Icon name="close" />
        </Button>
      )}
      <ActivityExport filter={filter} />
    </div>
  );
}
