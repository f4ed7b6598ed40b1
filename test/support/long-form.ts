/**
 * Whether tests of faults and random requests run in their long form, which tries far more
 * (FAULTS=long).
 */
export const long = process.env['FAULTS'] === 'long';

export function inForm<T>(forms: { readonly short: T; readonly long: T }): T {
  return long ? forms.long : forms.short;
}
