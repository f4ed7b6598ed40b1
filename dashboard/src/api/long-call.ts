const timeoutMs = 60_000;

/**
 * Options of calls that load all pets. With hundreds of thousands, they take long on a slow
 * network.
 */
export const longCall = { timeoutMs, attemptTimeoutMs: timeoutMs };

/**
 * A page spends at most this share of its time on loading one thing again, so as not to slow down
 * the service.
 */
export const loadShare = 1 / 20;
