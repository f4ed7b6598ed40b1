import { Button } from 'react-aria-components/Button';
import { Icon } from '../controls/icon.tsx';
import { QuantityChange } from '../controls/quantity-change.tsx';
import { Step } from '../controls/step.tsx';
import { formatAgo, formatDelta, formatMoment, formatNumber } from '../format.ts';
import { type Choice, type Conflict, outcomeOf } from './conflict.ts';
import { type Draft, problemOf, targetOf } from './draft.ts';
import { closeEditor } from './editor.ts';
import { keepTheirs, resolve } from './saving.ts';

type Props = {
  readonly draft: Draft;
  readonly conflict: Conflict;
  readonly saving: boolean;
  readonly failure: string | undefined;
};

/** Somebody else was faster: who, when and what, and the three ways out. */
export function ConflictPanel({ draft, conflict: { entries, now }, saving, failure }: Props) {
  const target = targetOf(draft);
  const delta = target === undefined ? 0 : target - draft.base.quantity;
  const choice = (which: Choice, name: string, sum: string) => {
    const outcome = now === undefined ? undefined : outcomeOf(which, draft, now);
    const possible = outcome !== undefined && outcome >= 0 && outcome <= Number.MAX_SAFE_INTEGER;
    return (
      <Button
        className="button choice"
        isDisabled={saving || !possible || problemOf(draft) !== undefined}
        onPress={() => void resolve(which)}
      >
        <strong>{name}</strong>
        <span>{outcome === undefined ? '' : possible ? `${sum}${formatNumber(outcome)}` : 'not possible'}</span>
      </Button>
    );
  };
  return (
    <Step className="conflict" role="alert">
      <h3>
        <Icon name="warning" />
        {now === undefined ? 'This pet has been removed meanwhile' : 'This pet has been changed meanwhile'}
      </h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <strong>{entry.key ?? 'An import'}</strong>,{' '}
            <time title={formatMoment(entry.at)}>{formatAgo(entry.at)}</time>:{' '}
            <QuantityChange before={entry.before} after={entry.after} />
            {entry.reason !== null && `, ${entry.reason}`}
            {entry.note !== null && `, “${entry.note}”`}
          </li>
        ))}
      </ul>
      {failure !== undefined && <p className="fault">{failure}</p>}
      {now === undefined ? (
        <Button className="button" onPress={closeEditor}>
          Leave
        </Button>
      ) : (
        <>
          <p>
            You began with {formatNumber(draft.base.quantity)}
            {target !== undefined && ` and wanted ${formatNumber(target)} (${formatDelta(delta)})`}.
          </p>
          <div className="choices-of-conflict">
            <Button className="button choice" isDisabled={saving} onPress={keepTheirs}>
              <strong>Keep theirs</strong>
              <span>{formatNumber(now.quantity)}</span>
            </Button>
            {choice('mine', 'Use mine', '')}
            {choice('difference', 'Apply my difference', `${formatNumber(now.quantity)} ${signed(delta)} = `)}
          </div>
        </>
      )}
    </Step>
  );
}

function signed(delta: number): string {
  return `${delta < 0 ? '−' : '+'} ${formatNumber(Math.abs(delta))}`;
}
