import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { whenReachable } from './live-updates.ts';

/**
 * A component whose code is loaded when it is first shown, or earlier with `load`. Until then,
 * `fallback` is shown. React's `lazy` would show loaded code 300 ms late, and keys typed meanwhile
 * would go to the page behind.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
) {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: await whenReachable(loadOnce) }));
  const Shown = (props: Props) => {
    const [Content] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Suspense, { fallback }, createElement(Content, props));
  };
  return Object.assign(Shown, { load: loadOnce });
}
