/** How many letters a name may differ from that of a setting to be taken for a mistake. */
const distanceMax = 2;

/**
 * Finds variables whose names are almost those of settings, such as DATABSE_URL. A setting that is
 * misspelt has no effect, and the service would go on with the default.
 */
export function misspeltSettings(
  names: readonly string[],
  settings: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  return names.flatMap((name) => {
    if (known.has(name)) return [];
    const meant = settings.find((setting) => isAlmost(name, setting));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Short names, such as HOST and PORT, are one letter away from many names of other programs. */
function isAlmost(name: string, setting: string): boolean {
  const isShort = setting.length < 8;
  if (Math.abs(name.length - setting.length) > distanceMax || isShort) return false;
  return distance(name, setting) <= distanceMax;
}

/** The number of letters to insert, remove or replace, which makes one word of another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + Number(letter !== otherLetter);
      const inserted = (next[column] ?? 0) + 1;
      const removed = (row[column + 1] ?? 0) + 1;
      next.push(Math.min(replaced, inserted, removed));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
