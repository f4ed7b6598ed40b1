import type { Page } from 'playwright-core';
import { patienceMs } from '../../support/until.ts';

declare global {
  interface Window {
    walk: { readonly confirmations: string[]; pending: number; heard: number };
  }
}

/**
 * Runs in the page before the dashboard's code. Records confirmations, open requests and the last
 * event received.
 */
export function watchPage(): void {
  const walk: Window['walk'] = { confirmations: [], pending: 0, heard: 0 };
  Object.assign(window, { walk, print: () => undefined });
  const seen = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(
      '[aria-label="Notifications"] [data-tone="success"]',
    )) {
      if (!seen.has(toast))
        walk.confirmations.push(toast.textContent?.replaceAll(/\s/g, ' ') ?? '');
      seen.add(toast);
    }
  }).observe(document, { childList: true, subtree: true });
  const listen = async (stream: ReadableStream<Uint8Array> | null) => {
    for await (const text of stream?.pipeThrough(new TextDecoderStream() as never) ?? [])
      for (const [, seq] of String(text).matchAll(/^id: ?(\d+)$/gm)) walk.heard = Number(seq);
  };
  const { fetch } = window;
  window.fetch = async (...request) => {
    walk.pending++;
    try {
      const response = await fetch(...request);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream) listen(response.clone().body).catch(() => undefined);
      else await response.clone().arrayBuffer();
      return response;
    } finally {
      walk.pending--;
    }
  };
}

/** Waits until the page has no open request, then reads the state of the screen. */
export function readPage(page: Page) {
  return page.evaluate(async (patienceMs) => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const beganAtMs = performance.now();
    for (let quiet = 0, ms = 0; quiet < 4; ms = performance.now() - beganAtMs) {
      if (ms > patienceMs)
        throw new Error(`The page still has ${window.walk.pending} open requests, or is loading.`);
      await new Promise(requestAnimationFrame);
      // Without the network, a screen whose code is not loaded yet keeps saying that it is loading.
      const isLoading =
        navigator.onLine &&
        all('main').some(({ textContent }) => textContent?.includes('Loading…'));
      quiet = window.walk.pending === 0 && !isLoading ? quiet + 1 : 0;
    }
    const { activeElement, documentElement } = document;
    return {
      confirmations: window.walk.confirmations.splice(0),
      lines: all('[data-line]').map(
        (it) => `${it.getAttribute('data-line')}: ${it.querySelector('input')?.value}`,
      ),
      sidewaysPx: documentElement.scrollWidth - documentElement.clientWidth,
      hasFocus: activeElement !== null && activeElement !== document.body,
      isOpen: all('[role=dialog], [role=menu], [data-editor]').length > 0,
      isList: all('input[role=combobox]').length > 0,
      isGuided: all('main progress').length > 0,
      typed: all('input[role=combobox]').flatMap((it) =>
        it instanceof HTMLInputElement && it.value !== '' ? it.value : [],
      ),
      questions: all('main :is(.error, [role=alert])').map(({ textContent }) => textContent ?? ''),
    };
  }, patienceMs);
}

export type PageState = Awaited<ReturnType<typeof readPage>>;
