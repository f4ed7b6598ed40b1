import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFault, normalizeName } from '@pawstock/shared/name.ts';

/** Tests the rules for names of API keys and webhook endpoints. */

const good = [
  ...[
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
  ],
  ...['Jörg Müller', '山田 太郎', 'Zoë', 'Анна Каренина', 'علي', 'नेहा', '🐾 shop', '🐾'.repeat(64)],
];
const bad = [
  ...[
    '',
    ' ',
    ' a',
    'a ',
    'a\n',
    '\ta',
    'a\tb',
    'a\u00a0b',
    'a\u3000b',
    '\ufeffa',
    'a\u2028b',
    'x'.repeat(65),
  ],
  ...['\u1680', '\u2000', '\u200a', '\u202f', '\u205f'].map((space) => `a${space}b`),
  ...[
    '.',
    '..',
    'a/b',
    'a\\b',
    '/',
    '\\',
    '\0',
    '\u001b[31m',
    'a\u0085b',
    '\ud83d',
    'a\udc3e',
    '🐾'.repeat(65),
  ],
];

test('a name is that of a person or a device, in any script', () => {
  for (const name of good) assert.equal(nameFault(name), undefined, name);
});

test('a name is one segment of a path, without control characters, with spaces inside only', () => {
  for (const name of bad)
    assert.match(nameFault(name) ?? '', /^must be a name, which has 1 to 64/, name);
});

test('a name is in NFC, so that what looks the same is the same', () => {
  assert.equal(nameFault('Jo\u0308rg'), 'must be in the Unicode form NFC: normalize it first');
});

test('a name is normalized where a person types it: composed, with ordinary spaces', () => {
  assert.equal(normalizeName('Jo\u0308rg\u00a0Mu\u0308ller'), 'Jörg Müller');
  assert.equal(normalizeName('山田\u3000太郎'), '山田 太郎');
  for (const name of good) assert.equal(normalizeName(name), name);
});
