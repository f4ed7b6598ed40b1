/** Why a command cannot do what it was asked to: told to its user, a line each. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}
