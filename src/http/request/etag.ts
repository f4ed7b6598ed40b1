/** Entity tags as RFC 9110 has them. */

/**
 * A quoted text, perhaps marked weak; or nothing, which a list may hold anywhere. No two parts of it can share a run of
 * spaces: an expression with such parts tries every way to share a long one.
 */
const element = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

export type Tag = { readonly weak: boolean; readonly text: string };

/** undefined where the header is malformed. */
export function parseTags(header: string): '*' | Tag[] | undefined {
  if (header.trim() === '*') return '*';
  const tags: Tag[] = [];
  for (element.lastIndex = 0; element.lastIndex < header.length; ) {
    const match = element.exec(header);
    if (match === null) return undefined;
    const [, weak, text] = match;
    if (text !== undefined) tags.push({ weak: weak !== undefined, text });
  }
  return tags.length === 0 ? undefined : tags;
}

/** Whether `If-None-Match` names this tag. Weakness does not count here, and a malformed header names nothing. */
export function matchesETag(header: string | undefined, text: string): boolean {
  if (header === undefined) return false;
  const tags = parseTags(header);
  return tags === '*' || (tags?.some((tag) => tag.text === text) ?? false);
}
