import { useCallback, useEffect, useState } from 'react';
import { describeError } from '../api/errors.ts';
import { requireSession } from '../session/session.ts';

const refreshMs = 5_000;

type Loaded<T> = { readonly data: T | undefined; readonly error: string | undefined; readonly reload: () => void };

/** What the service holds, fetched again every few seconds and after each change. */
export function useLoaded<T>(load: (client: ReturnType<typeof requireSession>['client']) => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<string>();
  const reload = useCallback(() => {
    load(requireSession().client).then(
      (loaded) => {
        setData(loaded);
        setError(undefined);
      },
      (thrown) => setError(describeError(thrown, 'Not loaded')),
    );
  }, [load]);
  useEffect(() => {
    reload();
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), refreshMs);
    return () => clearInterval(timer);
  }, [reload]);
  return { data, error, reload };
}
