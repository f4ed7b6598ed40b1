declare const made: unique symbol;

/**
 * The path of a request, below the base URL. Only the function `path` makes values of this type.
 */
export type Path = string & { readonly [made]: true };

/**
 * Builds the path of a URL from a template. Each value becomes one percent-encoded segment of the
 * path. Throws a TypeError for a value that cannot be a segment: `.` and `..` mean other paths,
 * half a surrogate pair has no encoding.
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): Path {
  return String.raw({ raw: texts }, ...values.map(segment)) as Path;
}

export type Query = Readonly<Record<string, string | number | boolean | Date | undefined>>;

/**
 * Adds a query to a path, without the parameters that are undefined. Throws a RangeError for an
 * invalid Date.
 */
export function withQuery(resource: Path, query: Query): Path {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined)
      params.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return (params.size === 0 ? resource : `${resource}?${params}`) as Path;
}

function segment(value: string): string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError('A name or an id must be a text, and not empty.');
  if (value === '.' || value === '..')
    throw new TypeError(`"${value}" cannot be a name or an id: URLs resolve it.`);
  try {
    return encodeURIComponent(value);
  } catch {
    throw new TypeError(
      'A name or an id must be well-formed text: it contains half of a surrogate pair.',
    );
  }
}
