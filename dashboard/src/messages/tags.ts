import { createElement, Fragment, type ReactNode } from 'react';

type Tags = Readonly<Record<string, (text: string) => ReactNode>>;

/**
 * Replaces the tags of a UI text, such as "<link>Reload</link>", by elements. Every UI text may
 * have <strong>.
 */
export function withTags(text: string, others: Tags = {}): ReactNode {
  const tags: Tags = { strong: (text) => createElement('strong', null, text), ...others };
  const names = Object.keys(tags).join('|');
  // Splitting yields, in turn, the text before a tag, the name of the tag, and the text inside the
  // tag.
  const parts = text.split(new RegExp(`<(${names})>(.*?)</(?:${names})>`));
  const shown = parts.map((part, index) => {
    if (index % 3 === 0) return part;
    return index % 3 === 2 && tags[parts[index - 1] ?? '']?.(part);
  });
  return createElement(Fragment, null, ...shown);
}
