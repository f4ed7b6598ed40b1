import { isPetStatus, petStatuses } from '../../../src/domain/item.ts';
import { formatCount, formatPlain, statusNames } from '../ui/format.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Plan } from './plan.ts';
import styles from './questions.module.css';
import { answer } from './run-import.ts';

/** A column with more unknown words is probably not the status. */
const statusesMax = 10;

export function Questions({ plan: { asked, choice } }: { readonly plan: Plan }) {
  const { thousands, statuses, negatives } = asked;
  if (thousands === undefined && statuses.length === 0 && negatives === 0) return undefined;
  return (
    <div className={styles.questions}>
      {thousands !== undefined && <Thousands text={thousands} chosen={choice.thousands} />}
      {statuses.slice(0, statusesMax).map((text) => (
        <SelectField
          key={text}
          label={text === '' ? 'What does an empty status mean?' : `What does the status “${text}” mean?`}
          value={choice.statuses?.[text] ?? ''}
          options={[['', 'It is an error'], ...petStatuses.map((status) => [status, statusNames[status]] as const)]}
          onChange={(status) => {
            const { [text]: _, ...others } = choice.statuses ?? {};
            answer({ statuses: isPetStatus(status) ? { ...others, [text]: status } : others });
          }}
        />
      ))}
      {negatives > 0 && (
        <SegmentedControl
          label={`What does a quantity below zero mean? (${formatCount(negatives, 'line')})`}
          isLabelVisible
          value={choice.negativeAsZero ? 'zero' : 'error'}
          options={[
            ['error', 'It is an error'],
            ['zero', 'None are left: 0'],
          ]}
          onChange={(meaning) => answer({ negativeAsZero: meaning === 'zero' })}
        />
      )}
    </div>
  );
}

type ThousandsProps = { readonly text: string; readonly chosen: ',' | '.' | undefined };

/** `1,200` is 1200 where commas separate thousands, and 1.2 where points do. */
function Thousands({ text, chosen }: ThousandsProps) {
  const separator = text.includes(',') ? ',' : '.';
  const whole = Number(text.replaceAll(/[.,]/g, ''));
  const fraction = Number(text.replace(',', '.'));
  return (
    <SegmentedControl
      label={`What does “${text}” mean in this file?`}
      isLabelVisible
      value={chosen}
      options={[
        [separator, formatPlain(whole)],
        [separator === ',' ? '.' : ',', formatPlain(fraction)],
      ]}
      onChange={(meaning) => answer({ thousands: meaning })}
    />
  );
}
