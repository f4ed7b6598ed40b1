import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Icon } from '../controls/icon.tsx';
import { Segments } from '../controls/segments.tsx';
import { Step } from '../controls/step.tsx';
import { count, formatNumber } from '../format.ts';
import { DifferenceRow } from './difference-row.tsx';
import { closeImport, openImport, startImport } from './importing.ts';
import { LongList } from './long-list.tsx';
import type { Plan } from './plan.ts';

type Part = 'faults' | 'changed' | 'added';

/** Everything that would be written, before any of it is. */
export function Preview({ plan }: { readonly plan: Plan }) {
  const { name, added, changed, unchanged, faults } = plan;
  const [chosen, setChosen] = useState<Part>();
  const bad = faults.length > 0;
  const part = chosen ?? (bad ? 'faults' : changed.length > 0 ? 'changed' : 'added');
  const total = added.length + changed.length;
  const options = [
    ...(bad ? ([['faults', `Bad lines ${formatNumber(faults.length)}`]] as const) : []),
    ['changed', `Changed ${formatNumber(changed.length)}`],
    ['added', `New ${formatNumber(added.length)}`],
  ] as const;
  return (
    <Step always>
      <p>
        <strong>{name}</strong>: {count(added.length, 'new pet')}, {formatNumber(changed.length)} changed,{' '}
        {formatNumber(unchanged)} unchanged. Nothing is written yet.
      </p>
      {bad && (
        <p className="message" data-tone="bad" role="alert">
          <Icon name="warning" />
          {count(faults.length, 'fault')} in the file. Mend {faults.length === 1 ? 'it' : 'them'} and choose the file
          again; until then nothing can be written.
        </p>
      )}
      <Segments label="What to show" value={part} options={options} onChange={setChosen} />
      {part === 'faults' ? (
        <LongList
          label="Bad lines"
          count={faults.length}
          row={(index) => <span className="fault">{faults[index]}</span>}
        />
      ) : (
        <LongList
          key={part}
          label={part === 'added' ? 'New pets' : 'Changed pets'}
          count={part === 'added' ? added.length : changed.length}
          row={(index) => <DifferenceRow row={(part === 'added' ? added : changed)[index]} />}
        />
      )}
      <div className="actions">
        <Button className="button" data-primary isDisabled={bad || total === 0} onPress={() => void startImport()}>
          {total === 0 ? 'Nothing to write' : `Write ${count(total, 'pet')}`}
        </Button>
        <Button className="button" onPress={openImport}>
          Another file
        </Button>
        <Button className="button" onPress={closeImport}>
          Cancel
        </Button>
      </div>
    </Step>
  );
}
