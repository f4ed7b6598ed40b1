export type Piece =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: string };

/** The elements of a JSON array as text, each with the line on which it begins. What is inside them is not checked. */
export function* splitJsonArray(text: string): Generator<Piece> {
  let line = 1;
  let depth = 0;
  let inString = false;
  let start = -1;
  let startLine = 1;
  let ended = false;
  const element = (end: number): Piece | undefined => {
    const content = start === -1 ? '' : text.slice(start, end);
    return content === '' ? undefined : { line: startLine, text: content };
  };
  let afterComma = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '\n') line++;
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
      continue;
    }
    if (/[ \t\r\n]/.test(character)) continue;
    if (ended) {
      yield { line, fault: 'there is something after the end of the array' };
      return;
    }
    if (depth === 1 && character === '}') {
      yield { line, fault: 'there is a } that nothing opened' };
      return;
    }
    const separates = depth === 1 && (character === ',' || character === ']');
    if (separates) {
      const piece = element(i);
      if (piece !== undefined) yield piece;
      else if (character === ',' || afterComma) yield { line, fault: 'an element is missing' };
      afterComma = character === ',';
      start = -1;
    } else if (depth >= 1 && start === -1) {
      start = i;
      startLine = line;
    }
    if (character === '"') inString = true;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth === 0) ended = true;
  }
  if (!ended) yield { line, fault: 'the array has no end' };
}
