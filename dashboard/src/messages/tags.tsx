import { Fragment, type ReactNode } from 'react';

/** Puts elements in place of the tags of a message, such as "<link>Reload</link>". */
export function withTags(text: string, tags: Readonly<Record<string, (text: string) => ReactNode>>): ReactNode[] {
  return text.split(/(<\w+>.*?<\/\w+>)/).map((part) => {
    const [, name = '', inside = ''] = /^<(\w+)>(.*)<\/\1>$/.exec(part) ?? [];
    return <Fragment key={part}>{tags[name]?.(inside) ?? part}</Fragment>;
  });
}
