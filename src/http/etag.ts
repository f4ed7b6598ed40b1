/** Entity tags as RFC 9110 has them. */

/** `*` or a list of tags: each a quoted text, perhaps marked weak. */
const tagList = /^\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*)*$/;
const oneTag = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

export type Tag = { readonly weak: boolean; readonly text: string };

/** undefined where the header is malformed. */
export function parseTags(header: string): '*' | Tag[] | undefined {
  if (header.trim() === '*') return '*';
  if (!tagList.test(header)) return undefined;
  return [...header.matchAll(oneTag)].map(([, weak, text = '']) => ({ weak: weak !== undefined, text }));
}

/** Whether `If-None-Match` names this tag. Weakness does not count here, and a malformed header names nothing. */
export function namesTag(header: string | null, text: string): boolean {
  if (header === null) return false;
  const tags = parseTags(header);
  return tags === '*' || (tags?.some((tag) => tag.text === text) ?? false);
}
