import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/all.ts';
import { LinkButton } from '../ui/button.tsx';
import sumsStyles from '../ui/sums.module.css';
import tileStyles from '../ui/tile.module.css';
import { sumNameOf, sumNames, unitsOf } from './filter.ts';

type Props = {
  /** The changes of all reasons that match the other filters. */
  readonly entries: readonly LedgerEntry[];
  readonly reason: string;
  readonly isLoading: boolean;
  readonly onReasonChange: (reason: string) => void;
};

/** How many units were sold, arrived, and so on. A press shows only these changes. */
export function ActivitySums({ entries, reason, isLoading, onReasonChange }: Props) {
  const bySum = Object.groupBy(entries, sumNameOf);
  return (
    <dl className={`${sumsStyles.sums} ${sumsStyles.six}`} aria-busy={isLoading}>
      {sumNames.map((name) => {
        const units = unitsOf(name, bySum[name]);
        return (
          <div key={name} className={tileStyles.tile}>
            <dt className={tileStyles.tileName}>{t('history.sum', { name })}</dt>
            <dd>
              <LinkButton
                className={tileStyles.tileValue}
                aria-label={t('history.showOnly', { name, units })}
                aria-pressed={reason === name}
                onPress={() => onReasonChange(reason === name ? '' : name)}
              >
                {units}
              </LinkButton>
              <span className="muted small">
                {t('history.changeCount', { count: bySum[name]?.length ?? 0 })}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
