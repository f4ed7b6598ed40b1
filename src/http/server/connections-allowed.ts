import { readFileSync } from 'node:fs';
import { limits } from '../../limits.ts';

/** How many connections are served, and how many beyond them are still told that they are not. */
export type ConnectionsAllowed = { readonly served: number; readonly refused: number };

/**
 * Every connection is an open file to the system, and so is what the store needs. Whoever opens connections until
 * there are no more files would stop the store with it, so it gets a share that no connection can take.
 */
export function connectionsAllowed(filesMax: number = filesAllowed()): ConnectionsAllowed {
  return {
    served: Math.min(limits.connectionsMax, Math.floor(0.6 * filesMax)),
    refused: Math.min(limits.refusedConnectionsMax, Math.floor(0.1 * filesMax)),
  };
}

/** What the system allows this process. Only Linux has it in a file; elsewhere it is taken to be enough. */
function filesAllowed(): number {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? Number.POSITIVE_INFINITY : Number(found);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
