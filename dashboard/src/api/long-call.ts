const timeoutMs = 60_000;

/** Options of calls that load all pets. With hundreds of thousands, they take long on a slow network. */
export const longCall = { timeoutMs, attemptTimeoutMs: timeoutMs };
