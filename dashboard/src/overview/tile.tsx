import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { formatBriefly, formatNumber } from '../format.ts';

type Props = {
  readonly name: string;
  /** Missing while it is not known. */
  readonly value: number | bigint | undefined;
  readonly tone?: 'low' | 'out' | undefined;
  readonly pressed?: boolean;
  readonly onPress?: () => void;
  /** What to make of it, in a few words. */
  readonly remark?: string | undefined;
  readonly children?: ReactNode;
};

export function Tile({ name, value, tone, pressed, onPress, remark, children }: Props) {
  const content = (
    <>
      <span className="tile-name">{name}</span>
      <span className="tile-value" title={value === undefined ? undefined : formatNumber(value)}>
        {value === undefined ? <span className="skeleton" /> : formatBriefly(value)}
      </span>
    </>
  );
  return (
    <div className="tile" data-tone={tone} data-pressed={pressed || undefined}>
      {onPress === undefined ? (
        <div className="tile-face">{content}</div>
      ) : (
        <ToggleButton className="tile-face" isSelected={pressed ?? false} onChange={onPress}>
          {content}
          <span className="unseen">: show only these</span>
        </ToggleButton>
      )}
      <div className="tile-foot">
        {remark !== undefined && <span className="remark">{remark}</span>}
        {children}
      </div>
    </div>
  );
}
