/** Attacks have two forms: a short one in every run of the tests, and a long one on demand, with FAULTS=long. */
const isLong = process.env['FAULTS'] === 'long';

export function inForm<T>({ short, long }: { readonly short: T; readonly long: T }): T {
  return isLong ? long : short;
}
