/**
 * PostgreSQL arrays as text. A whole column of values travels as one parameter and is taken apart by `unnest`, so a
 * statement has the same text, and stays prepared, for any number of rows.
 */
export function arrayOf(values: readonly (string | number | bigint | boolean | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | bigint | boolean | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `"${value.replaceAll(/[\\"]/g, '\\$&')}"` : String(value);
}
