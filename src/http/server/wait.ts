import { limits } from '../../limits.ts';

/** What a connection waits for; each has a limit of its own. */
export type Wait = 'first head' | 'next head' | 'head' | 'body' | 'answer' | 'reader' | 'last bytes' | 'end';

export const waitMsMax: Readonly<Record<Wait, number>> = {
  'first head': limits.headersTimeoutMs,
  'next head': limits.keepAliveTimeoutMs,
  head: limits.headersTimeoutMs,
  body: limits.requestTimeoutMs,
  // The store has limits of its own, and every request gets its answer from them.
  answer: Number.POSITIVE_INFINITY,
  reader: limits.socketIdleTimeoutMs,
  'last bytes': limits.socketIdleTimeoutMs,
  end: limits.lingerMs,
};
