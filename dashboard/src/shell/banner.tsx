import { Icon } from '../controls/icon.tsx';
import { useValue } from '../observable.ts';
import { connection } from '../stock/live.ts';

/** Says plainly when what is on the screen may be old. */
export function Banner() {
  const { state, trouble } = useValue(connection);
  return (
    <div role="status" className="banner-place">
      {state === 'offline' && (
        <p className="banner">
          <Icon name="offline" />
          <span>
            <strong>Offline.</strong>{' '}
            <span className="wide-only">{trouble ?? 'Changes made elsewhere do not arrive.'} </span>
            Reconnecting; what you type is kept.
          </span>
        </p>
      )}
    </div>
  );
}
