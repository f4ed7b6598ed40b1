export type Scalar = string | number | bigint | boolean | null;

/** A value in SQL; arrays only with PostgreSQL. */
export type SqlValue = Scalar | readonly Scalar[];

export type Row = Record<string, unknown>;

/** SQL with the values of $1, $2 and so on. A statement without `values` is not prepared. */
export type Statement = { readonly text: string; readonly values?: SqlValue[] };

/** A statement that returns values of the domain. */
export type Query<T> = Statement & { readonly fromRow: (row: Row) => T };

const texts = new Map<TemplateStringsArray, string>();

/** Turns a template into a statement; what is interpolated becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: SqlValue[]): Statement {
  let text = texts.get(strings);
  if (text === undefined) {
    text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
    texts.set(strings, text);
  }
  return { text, values };
}
