import type { Command, Write } from './write.ts';

/** A row of an import as a write of its own: nobody's key, nobody's request. */
export const importOf = (command: Command): Write => ({
  commands: [command],
  key: null,
  requestId: null,
  requireVersion: false,
  batch: false,
  idempotency: null,
});
