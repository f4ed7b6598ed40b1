import { formatBriefly, formatNumber, formatShare } from '../format.ts';
import { useValue } from '../observable.ts';
import { lowThreshold } from '../preferences.ts';
import { connection } from '../stock/live.ts';
import { revision, show, stock, view } from '../stock/shop.ts';
import type { Totals } from '../stock/totals.ts';
import { ByStatus } from './by-status.tsx';
import { LowThreshold } from './low-threshold.tsx';
import { Tile } from './tile.tsx';

/** The whole shop in a handful of numbers. Two of them are filters, too. */
export function Overview() {
  const totals = useValue(stock.totals);
  const threshold = useValue(lowThreshold);
  const known = useValue(connection).loaded === 'all';
  useValue(revision);
  const { filter } = view;
  const toggle = (level: 'low' | 'out') => () => show({ ...filter, level: filter.level === level ? 'all' : level });
  const remark = (text: string) => (known && totals.pets > 0 ? text : undefined);
  const number = (value: number | bigint) => (known ? value : undefined);

  return (
    <section className="overview" aria-label="Overview" aria-busy={!known}>
      <Tile
        name="Pets"
        value={number(totals.pets)}
        remark={remark(`${formatNumber(totals.byStatus.available.pets)} available`)}
      />
      <Tile name="Units" value={number(totals.units)} remark={remark(`${formatBriefly(average(totals))} a pet`)} />
      <Tile
        name="Low stock"
        tone={totals.low > 0 ? 'low' : undefined}
        value={number(totals.low)}
        pressed={filter.level === 'low'}
        onPress={toggle('low')}
      >
        <LowThreshold threshold={threshold} />
      </Tile>
      <Tile
        name="Out of stock"
        tone={totals.out > 0 ? 'out' : undefined}
        value={number(totals.out)}
        pressed={filter.level === 'out'}
        onPress={toggle('out')}
        remark={remark(totals.out === 0 ? 'nothing is missing' : `${formatShare(totals.out, totals.pets)} of all pets`)}
      />
      <ByStatus totals={totals} known={known} />
    </section>
  );
}

function average({ units, pets }: Totals): number {
  return Math.round((10 * Number(units)) / pets) / 10;
}
