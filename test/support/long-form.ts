/** Attacks have two forms: a short one in every run of the tests, and a long one on demand, with FAULTS=long. */
export const long = process.env['FAULTS'] === 'long';

export function inForm<T>(forms: { readonly short: T; readonly long: T }): T {
  return long ? forms.long : forms.short;
}
