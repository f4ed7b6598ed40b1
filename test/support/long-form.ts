/** Whether fault tests run in their long form (FAULTS=long). The short form is part of every run. */
export const long = process.env['FAULTS'] === 'long';

export function inForm<T>(forms: { readonly short: T; readonly long: T }): T {
  return long ? forms.long : forms.short;
}
