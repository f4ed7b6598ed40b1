import assert from 'node:assert/strict';
import { test } from 'node:test';
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

const hidden: readonly (readonly [name: string, fault: string])[] = [
  ['till\u200b', 'must not contain the invisible character U+200B: remove it'],
  ['\ufefftill', 'must not contain the invisible character U+FEFF: remove it'],
  ['ti\u00adll', 'must not contain the invisible character U+00AD: remove it'],
  ['till\u3164', 'must not contain the invisible character U+3164: remove it'],
  ['till\u2800', 'must not contain the invisible character U+2800: remove it'],
  ['till\ufe0f', 'must not contain the invisible character U+FE0F: remove it'],
  ['till\u{e0061}', 'must not contain the invisible character U+E0061: remove it'],
  ['\u202ellit', 'must not contain the mark of direction U+202E: remove it'],
  ['till\u200f', 'must not contain the mark of direction U+200F: remove it'],
  ['\u2066till\u2069', 'must not contain the mark of direction U+2066: remove it'],
  ['علي\u061c', 'must not contain the mark of direction U+061C: remove it'],
  ['till\u200d', 'may contain the joiner U+200D only between letters: remove it'],
  ['\u200ctill', 'may contain the joiner U+200C only between letters: remove it'],
  ['till\u200c\u200d3', 'may contain the joiner U+200C only between letters: remove it'],
  ['1\u200d2', 'may contain the joiner U+200D only between letters: remove it'],
];

for (const [name, fault] of hidden) {
  test(`${JSON.stringify(name)} looks like another name, and the error says why: ${fault}`, () => {
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

test('a name is normalized where a person types it: composed, with ordinary spaces', () => {
  assert.equal(normalizeName('Jo\u0308rg\u00a0Mu\u0308ller'), 'Jörg Müller');
  assert.equal(normalizeName('山田\u3000太郎'), '山田 太郎');
  assert.equal(normalizeName('\u2764\ufe0f'), '\u2764', 'and without the selector of an emoji');
  for (const name of good) assert.equal(normalizeName(name), name);
});
