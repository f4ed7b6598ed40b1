import { useValue } from '../observable.ts';
import { connection } from '../stock/live.ts';

const names = { connecting: 'Connecting…', live: 'Live', offline: 'Offline' } as const;

export function ConnectionLight() {
  const { state } = useValue(connection);
  return (
    <span className="light" data-state={state} title={state === 'live' ? 'Changes appear as they are made' : undefined}>
      <span className="dot" aria-hidden="true" />
      {names[state]}
    </span>
  );
}
