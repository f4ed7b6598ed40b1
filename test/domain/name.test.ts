import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nameFault, normalizeName } from '@pawstock/shared/name.ts';

/** Tests the rules for names of API keys and webhook endpoints. */

const good = [
  'a',
  'till-3',
  'Till_3',
  'a.b@shop:1',
  '-',
  '...',
  '.a',
  'x'.repeat(64),
  'a, b & "c" (d)',
  '%2e',
  '#1?',
  'Jörg Müller',
  '山田 太郎',
  'Zoë',
  'Анна Каренина',
  'علي',
  'नेहा',
  '🐾 shop',
  '🐾'.repeat(64),
];
const otherSpaces = ['\u1680', '\u2000', '\u200a', '\u202f', '\u205f'];

const bad: Readonly<Record<string, readonly string[]>> = {
  'has 1 to 64 characters': ['', 'x'.repeat(65), '🐾'.repeat(65)],
  'has spaces inside only': [' ', ' a', 'a '],
  'has ordinary spaces only': [
    'a\n',
    '\ta',
    'a\tb',
    'a\u00a0b',
    'a\u3000b',
    'a\u2028b',
    ...otherSpaces.map((space) => `a${space}b`),
  ],
  'is one segment of a path': ['.', '..', 'a/b', 'a\\b', '/', '\\'],
  'has no control characters': ['\0', '\u001b[31m', 'a\u0085b'],
  'has whole characters only': ['\ud83d', 'a\udc3e'],
};

test('a name is that of a person or a device, in any script', () => {
  for (const name of good) assert.equal(nameFault(name), undefined, name);
});

for (const [rule, names] of Object.entries(bad)) {
  test(`a name ${rule}`, () => {
    for (const name of names) {
      const what = JSON.stringify(name);
      assert.match(nameFault(name) ?? '', /^must be a name, which has 1 to 64/, what);
    }
  });
}

const invisible = (code: string) => `must not contain the invisible character ${code}: remove it`;
const direction = (code: string) => `must not contain the mark of direction ${code}: remove it`;
const joiner = (code: string) => `may contain the joiner ${code} only between letters: remove it`;

const hidden = [
  { name: 'till\u200b', fault: invisible('U+200B') },
  { name: '\ufefftill', fault: invisible('U+FEFF') },
  { name: 'ti\u00adll', fault: invisible('U+00AD') },
  { name: 'till\u3164', fault: invisible('U+3164') },
  { name: 'till\u2800', fault: invisible('U+2800') },
  { name: 'till\ufe0f', fault: invisible('U+FE0F') },
  { name: 'till\u{e0061}', fault: invisible('U+E0061') },
  { name: '\u202ellit', fault: direction('U+202E') },
  { name: 'till\u200f', fault: direction('U+200F') },
  { name: '\u2066till\u2069', fault: direction('U+2066') },
  { name: 'علي\u061c', fault: direction('U+061C') },
  { name: 'till\u200d', fault: joiner('U+200D') },
  { name: '\u200ctill', fault: joiner('U+200C') },
  { name: 'till\u200c\u200d3', fault: joiner('U+200C') },
  { name: '1\u200d2', fault: joiner('U+200D') },
];

for (const { name, fault } of hidden) {
  test(`${JSON.stringify(name)} looks like another name: it ${fault}`, () => {
    assert.equal(nameFault(name), fault);
  });
}

test('joiners between letters are part of names in Persian and Hindi', () => {
  for (const name of ['می\u200cخواهم', 'क्\u200dष', 'न्\u200cन'])
    assert.equal(nameFault(name), undefined);
});

test('a name is in NFC, so that what looks the same is the same', () => {
  assert.equal(nameFault('Jo\u0308rg'), 'must be in the Unicode form NFC: normalize it first');
});

describe('a name that a person types', () => {
  test('is composed and has ordinary spaces', () => {
    assert.equal(normalizeName('Jo\u0308rg\u00a0Mu\u0308ller'), 'Jörg Müller');
    assert.equal(normalizeName('山田\u3000太郎'), '山田 太郎');
  });

  test('has no selector of an emoji', () => {
    assert.equal(normalizeName('\u2764\ufe0f'), '\u2764');
  });

  test('stays as it is if it is right', () => {
    for (const name of good) assert.equal(normalizeName(name), name);
  });
});
