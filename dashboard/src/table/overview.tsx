import { petStatuses } from '@pawstock/shared/item.ts';
import { type ReactNode, useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { t } from '../messages/first.ts';
import { formatCompact, formatNumber, formatShare } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { lowThreshold, parseThreshold } from '../state/storage.ts';
import { connection } from '../stock/live-updates.ts';
import { onDemand } from '../stock/on-demand.ts';
import { fold, withLocalDigits } from '../stock/pet.ts';
import { typeShopLevel } from '../stock/shop-level.ts';
import type { Totals } from '../stock/stock.ts';
import { updateView, useStockView, view } from '../stock/store.ts';
import { StatusMark } from '../ui/quantity-and-status.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import { TextInput } from '../ui/text-input.tsx';
import tileStyles from '../ui/tile.module.css';
import styles from './overview.module.css';

/** Today's figures are loaded after the stock, so that the stock appears sooner. */
const Today = onDemand(async () => (await import('../reports/today.tsx')).Today);

/** With more pets than this, today's figures are not shown, because their report takes too long. */
const headlinePetsMax = 100_000;

export function Overview() {
  const { totals } = useStockView().stock;
  const isLoaded = useObservable(connection).loaded === 'all';
  const ifLoaded = (value: number | bigint) => (isLoaded ? value : undefined);
  const average = formatCompact(Math.round((10 * Number(totals.units)) / totals.pets) / 10);
  const ifAny = (text: string) => (isLoaded && totals.pets > 0 ? text : undefined);

  return (
    <section className={styles.overview} aria-label={t('table.overview')} aria-busy={!isLoaded}>
      {(!isLoaded || (totals.pets > 0 && totals.pets <= headlinePetsMax)) && (
        <nav className={styles.today} aria-label={t('table.today')}>
          {isLoaded && <Today />}
        </nav>
      )}
      <Tile
        name={t('table.kinds')}
        value={ifLoaded(totals.pets)}
        detail={ifAny(t('table.availableKinds', { count: totals.byStatus.available.pets }))}
      />
      <Tile
        name={t('table.units')}
        value={ifLoaded(totals.units)}
        detail={ifAny(t('table.unitsEach', { average }))}
      />
      <LowStock count={ifLoaded(totals.low)} />
      <Tile
        name={t('stock.outOfStock')}
        value={ifLoaded(totals.out)}
        level="out"
        detail={totals.out === 0 ? undefined : ifAny(formatShare(totals.out, totals.pets))}
      />
      <StatusBreakdown totals={totals} isLoaded={isLoaded} />
    </section>
  );
}

type TileProps = {
  readonly name: string;
  /** The number on the tile; undefined while the number is loading. */
  readonly value: number | bigint | undefined;
  /**
   * The stock level, low or out of stock, that pressing the tile filters by. Pressing it again
   * shows all pets.
   */
  readonly level?: 'low' | 'out';
  readonly detail?: string | undefined;
  readonly children?: ReactNode;
};

function Tile({ name, value, level, detail, children }: TileProps) {
  const isPressed = view.filter.level === level;
  const content = (
    <>
      <span className={tileStyles.tileName}>{name}</span>
      <span
        className={tileStyles.tileValue}
        data-figure
        title={value === undefined ? undefined : formatNumber(value)}
      >
        {value === undefined ? <span className={skeletonStyles.skeleton} /> : formatCompact(value)}
      </span>
    </>
  );
  const remark = detail !== undefined && (
    <>
      {' '}
      <span className={tileStyles.tileDetail}>{detail}</span>
    </>
  );
  return (
    <div
      className={tileStyles.tile}
      data-tile
      data-tone={value ? level : undefined}
      data-pressed={isPressed || undefined}
    >
      {level === undefined ? (
        <div className={tileStyles.tileMain}>
          {content}
          {remark}
        </div>
      ) : (
        <ToggleButton
          className={tileStyles.tileMain}
          isSelected={isPressed}
          onChange={(isSelected) =>
            updateView({ filter: { ...view.filter, level: isSelected ? level : 'all' } })
          }
        >
          {content}
          <span className="visually-hidden">{t('table.showOnlyThese')}</span>
          {remark}
        </ToggleButton>
      )}
      {children !== undefined && <div className={tileStyles.tileFooter}>{children}</div>}
    </div>
  );
}

/** The level at which the shop calls stock low is on its tile. Owners change it for all devices. */
function LowStock({ count }: { readonly count: number | bigint | undefined }) {
  const { isOwner } = usePermissions();
  const level = useObservable(lowThreshold);
  return (
    <Tile
      name={t('stock.lowStock')}
      value={count}
      level="low"
      detail={isOwner ? undefined : t('table.lowUpToLevel', { level })}
    >
      {isOwner ? <LowThresholdField /> : undefined}
    </Tile>
  );
}

/**
 * The field for the low-stock threshold. Each keystroke that makes a valid number takes effect at
 * once.
 */
function LowThresholdField() {
  const written = withLocalDigits(String(useObservable(lowThreshold)));
  const [text, setText] = useState(written);
  const onChange = (next: string) => {
    setText(next);
    const value = parseThreshold(fold(next));
    if (value !== undefined) typeShopLevel(value);
  };
  return (
    <TextInput
      className={styles.threshold}
      label={withTags(t('table.lowUpTo'), {
        hidden: (text) => <span className="visually-hidden">{text}</span>,
      })}
      value={text}
      onChange={onChange}
      onBlur={() => setText(written)}
      inputMode="numeric"
      maxLength={6}
    />
  );
}

function StatusBreakdown({
  totals,
  isLoaded,
}: {
  readonly totals: Totals;
  readonly isLoaded: boolean;
}) {
  return (
    <div className={`${tileStyles.tile} ${styles.byStatus}`}>
      <h2 className={tileStyles.tileName}>{t('table.byStatus')}</h2>
      <div className={styles.statusBar} aria-hidden="true">
        {isLoaded &&
          petStatuses.map((status) => (
            <span
              key={status}
              data-tone={status}
              style={{ flexGrow: totals.byStatus[status].pets }}
            />
          ))}
      </div>
      <ul className={styles.statusList}>
        {petStatuses.map((status) => {
          const { pets, units } = totals.byStatus[status];
          return (
            <li
              key={status}
              title={t('table.kindsAndUnits', { kinds: pets, units: Number(units) })}
            >
              <StatusMark status={status} />
              {isLoaded ? (
                <strong>{formatNumber(pets)}</strong>
              ) : (
                <span className={skeletonStyles.skeleton} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
