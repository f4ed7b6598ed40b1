import type { PawstockClient } from 'pawstock-client/client.ts';
import { useEffect, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/first.ts';
import { reconnections } from '../state/reconnections.ts';
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
 * Loads data of the service for a component, again whenever one of `dependencies` changes, and
 * after a failure once the service can be reached again. Earlier data stay until new data arrive.
 * While `load` is undefined, nothing is loaded.
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
    let hasFailed = false;
    const run = () => {
      hasFailed = false;
      load(requireSession().client, signal).then(
        (loaded) => {
          if (signal.aborted) return;
          setData(loaded);
          setError(undefined);
        },
        (thrown: unknown) => {
          hasFailed = true;
          if (!signal.aborted) setError(describeError(thrown, failure));
        },
      );
    };
    run();
    const runIfVisible = () => document.visibilityState === 'visible' && run();
    const timer = isRefreshed ? setInterval(runIfVisible, refreshMs) : undefined;
    const unsubscribe = reconnections.subscribe(() => hasFailed && run());
    return () => {
      controller.abort();
      unsubscribe();
      clearInterval(timer);
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists all values that `load` depends on.
  }, dependencies);
  return { data, error };
}
