import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads the project's documents and their code blocks. */

const root = new URL('../../../', import.meta.url);

export type Block = {
  /** The words after the backticks that open the code block: `sh`, `ts`, `ts setup`, `text`, … */
  readonly kind: string;
  readonly text: string;
  readonly line: number;
  /**
   * The reason in `<!-- not run: why -->` before the code block; undefined without such a comment.
   */
  readonly notRun: string | undefined;
  /** The code block with the expected output, if it directly follows this block. */
  readonly prints: { readonly kind: 'text' | 'http'; readonly text: string } | undefined;
};

export type Page = {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
};

const folders = [
  '',
  'docs/',
  'docs/operating/',
  'docs/guides/',
  'docs/decisions/',
  'bench/',
  'deploy/patroni/',
];

export function pages(): Page[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readPage(folder + name)),
  );
}

export function readPage(path: string): Page {
  const text = readFileSync(fileURLToPath(new URL(path, root)), 'utf8');
  return { path, text, blocks: blocksIn(text) };
}

const form =
  /(?:^[ ]*<!-- not run: (?<why>[^\n]+) -->\n\n?)?^(?<indent>[ ]*)```(?<kind>[a-z ]*)\n(?<text>.*?)^\k<indent>```$/gms;

function blocksIn(text: string): Block[] {
  const found = [...text.matchAll(form)].map((match) => {
    const { why, indent = '', kind = '', text: code = '' } = match.groups ?? {};
    const start = match.index + match[0].indexOf('```');
    return {
      kind,
      text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: text.slice(0, start).split('\n').length,
      notRun: why,
      end: match.index + match[0].length,
      begin: match.index,
    };
  });
  return found.map(({ end, begin, ...block }, index) => {
    const next = found[index + 1];
    const follows = next !== undefined && text.slice(end, next.begin).trim() === '';
    const prints =
      follows && isOutput(next.kind) ? { kind: next.kind, text: next.text } : undefined;
    return { ...block, prints };
  });
}

function isOutput(kind: string): kind is 'text' | 'http' {
  return kind === 'text' || kind === 'http';
}
