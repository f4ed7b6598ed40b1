type CssModule = Readonly<Record<string, string>>;

/** Returns a function that finds class names in CSS modules. A name that no module has is global. */
export function classNames(...modules: readonly CssModule[]): (names: string) => string {
  const known: CssModule = Object.assign({}, ...modules);
  return (names) =>
    names
      .split(' ')
      .map((name) => known[name] ?? name)
      .join(' ');
}
