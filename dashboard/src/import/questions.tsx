import { isPetStatus } from '../../../src/domain/item.ts';
import { t } from '../messages/all.ts';
import { formatPlain } from '../messages/format.ts';
import { statusNames } from '../ui/names.ts';
import { type Options, optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
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
      {thousands !== undefined && (
        <SegmentedControl
          label={t('import.thousandsQuestion', { text: thousands })}
          isLabelVisible
          value={choice.thousands}
          options={meaningsOf(thousands)}
          onChange={(meaning) => answer({ thousands: meaning })}
        />
      )}
      {statuses.slice(0, statusesMax).map((text) => (
        <SelectField
          key={text}
          label={text === '' ? t('import.emptyStatusQuestion') : t('import.statusQuestion', { text })}
          value={choice.statuses?.[text] ?? ''}
          options={[['', t('import.isError')], ...optionsOf<string>(statusNames)]}
          onChange={(status) => {
            const { [text]: _, ...others } = choice.statuses ?? {};
            answer({ statuses: isPetStatus(status) ? { ...others, [text]: status } : others });
          }}
        />
      ))}
      {negatives > 0 && (
        <SegmentedControl
          label={t('import.negativeQuestion', { count: negatives })}
          isLabelVisible
          value={choice.negativeAsZero ? 'zero' : 'error'}
          options={[
            ['error', t('import.isError')],
            ['zero', t('import.isNone')],
          ]}
          onChange={(meaning) => answer({ negativeAsZero: meaning === 'zero' })}
        />
      )}
    </div>
  );
}

/** `1,200` is 1200 where commas separate thousands, and 1.2 where points do. */
function meaningsOf(text: string): Options<',' | '.'> {
  const [separator, other] = text.includes(',') ? ([',', '.'] as const) : (['.', ','] as const);
  const [whole, fraction] = [text.replaceAll(/[.,]/g, ''), text.replace(',', '.')];
  return [
    [separator, formatPlain(Number(whole))],
    [other, formatPlain(Number(fraction))],
  ];
}
