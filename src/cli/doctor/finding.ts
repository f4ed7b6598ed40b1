/**
 * The result of one check of `pawstock doctor`. `advice` says what to do, and is null if nothing is
 * wrong.
 */
export type Finding = {
  readonly check: string;
  readonly value: string;
  readonly source?: 'default' | 'environment' | 'flag';
  readonly advice: string | null;
};

export function found(check: string, value: string, advice: string | null = null): Finding {
  return { check, value, advice };
}
