import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages, readPage } from '../support/docs/document.ts';

const records = pages()
  .map(({ path, text }) => ({ name: path.replace('docs/decisions/', ''), text }))
  .filter(({ name }) => /^\d{4}-/.test(name));

test('the index has every decision, and says which no longer hold', () => {
  const { text } = readPage('docs/decisions/README.md');
  const rows = [...text.matchAll(/^\| (\d{4}) \| \[[^\]]+\]\(([^)]+)\)(?:, superseded by ([^|]+?))? +\|$/gm)];
  const expected = records.map(({ name, text: record }) => {
    const [, first = ''] = /^Superseded by (.*)/.exec(record) ?? [];
    return [name.slice(0, 4), name, [...first.matchAll(/\[(\d{4})\]/g)].map(([, number]) => number).join(' and ')];
  });
  assert.deepEqual(rows.map(([, number, name, by = '']) => [number, name, by]).toSorted(), expected.toSorted());
});

for (const { name, text } of records) {
  test(`${name} has a context, a decision and consequences`, () => {
    const prose = text.replaceAll(/^```.*?^```/gms, '');
    const [title = '', ...parts] = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    assert.match(title, new RegExp(`^${name.slice(0, 4)}\\.? `));
    assert.deepEqual(parts, ['Context', 'Decision', 'Consequences']);
  });
}
