import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Page, pages } from '../support/docs/document.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const all = new Map(pages().map((page) => [page.path, page]));

/** Returns the anchors that code hosting sites generate from headings. */
function anchorsOf({ text }: Page): Set<string> {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function linksOf({ text }: Page): string[] {
  const prose = text.replaceAll(/^ *```.*?^ *```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

test('every link leads to a file and a heading that is there', () => {
  const dead = [...all.values()].flatMap((page) =>
    linksOf(page)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const path = file === '' ? page.path : normalize(join(page.path, '..', file));
        const other = all.get(path);
        if (anchor !== undefined && other !== undefined) return !anchorsOf(other).has(anchor);
        return !existsSync(join(root, path));
      })
      .map((target) => `${page.path}: ${target}`),
  );
  assert.deepEqual(dead, []);
});

test('every page can be reached from the table of contents', () => {
  const reached = new Set<string>();
  const visit = (path: string) => {
    const page = all.get(path);
    if (page === undefined || reached.has(path)) return;
    reached.add(path);
    for (const target of linksOf(page))
      visit(normalize(join(path, '..', target.split('#')[0] ?? '')));
  };
  visit('docs/README.md');
  const lost = [...all.keys()].filter((path) => path.startsWith('docs/') && !reached.has(path));
  assert.deepEqual(lost, []);
});
