import { useEffect, useState } from 'react';
import type { PawstockClient } from '../../../client/client.ts';
import { describeError } from '../api/errors.ts';
import { t } from '../messages/first.ts';
import { requireSession } from './session.ts';

const refreshMs = 5_000;

type Load<T> = (client: PawstockClient, signal: AbortSignal) => Promise<T>;
type Options = {
  /** The beginning of the message that is shown if loading the data fails, such as "Not loaded". */
  readonly failure?: string;
  /** Loads the data again every few seconds while the page is visible. */
  readonly isRefreshed?: boolean;
};

/**
 * Loads data of the service for a component, and again whenever one of `dependencies` changes. Earlier data stay until
 * new data arrive. While `load` is undefined, nothing is loaded.
 */
export function useLoaded<T>(
  load: Load<T> | undefined,
  dependencies: readonly unknown[],
  { failure = t('error.notLoaded'), isRefreshed = false }: Options = {},
) {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (load === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const run = () => {
      load(requireSession().client, signal).then(
        (loaded) => {
          if (signal.aborted) return;
          setData(loaded);
          setError(undefined);
        },
        (thrown: unknown) => !signal.aborted && setError(describeError(thrown, failure)),
      );
    };
    run();
    const runIfVisible = () => document.visibilityState === 'visible' && run();
    const timer = isRefreshed ? setInterval(runIfVisible, refreshMs) : undefined;
    return () => {
      controller.abort();
      clearInterval(timer);
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists all values that `load` depends on.
  }, dependencies);
  return { data, error };
}
