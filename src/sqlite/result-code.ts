/**
 * SQLite's result codes that Pawstock handles. `failedWrite` and `failedSync` are special cases of
 * `ioError`.
 */
const resultCodes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  failedWrite: 10 | (3 << 8),
  failedSync: 10 | (4 << 8),
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

/** Whether the error comes from SQLite and has one of these result codes. */
export function failedWith(error: unknown, ...results: (keyof typeof resultCodes)[]): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return results.some((result) => [code, code & 0xff].includes(resultCodes[result]));
}
