import { useValue } from '../observable.ts';
import { spoken } from './notices.ts';

/** What screen readers are told beside what is on the screen. */
export function Spoken() {
  return (
    <div role="status" className="unseen">
      {useValue(spoken)}
    </div>
  );
}
