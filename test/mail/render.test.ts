import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Morning } from '../../src/mail/morning.ts';
import { MailWriter } from '../../src/mail/render.ts';
import { mailLanguages } from '../../src/mail/texts.ts';

const morning: Morning = {
  dayMs: Date.parse('2026-11-14T12:00:00Z'),
  faults: [
    { kind: 'endpoint_disabled', name: 'till <1>' },
    { kind: 'no_backup', lastAtMs: Date.parse('2026-11-10T12:00:00Z') },
    { kind: 'storage_full' },
    { kind: 'clock_ahead', untilMs: Date.parse('2026-11-18T12:00:00Z') },
  ],
  sold: [{ petId: 1n, name: 'Rex & Co', quantity: 1234n }],
  ranOut: [{ petId: 9_223_372_036_854_775_807n, name: null }],
  toOrder: [{ petId: 1n, name: 'Rex & Co', quantity: 12, left: 3 }],
  lost: [{ petId: 2n, name: null, died: 1n, damaged: 2n }],
};

for (const language of mailLanguages) {
  const { subject, text, html } = new MailWriter(language, 'UTC').morning(morning);

  test(`the mail in ${language} has the day as its subject`, () => {
    assert.match(subject, /Pawstock.*2026|Pawstock.*٢٠٢٦/);
  });

  test(`the mail in ${language} has every part as text`, () => {
    assert.equal(text.match(/^- /gm)?.length, 9);
    assert.doesNotMatch(text, /undefined|NaN|\[object/);
  });

  test(`the mail in ${language} has every part as HTML`, () => {
    assert.equal(html.match(/<li>/g)?.length, 9);
    assert.equal(html.match(/<h2>/g)?.length, 5);
    assert.doesNotMatch(html, /undefined|NaN|\[object/);
  });

  test(`the mail in ${language} escapes names in HTML`, () => {
    assert.ok(html.includes('Rex &amp; Co'));
    assert.ok(html.includes('till &lt;1&gt;'));
  });

  test(`the mail in ${language} names its language`, () => {
    assert.ok(html.includes(`<html lang="${language}"`));
  });
}

test('a long list is cut, and says by how much', () => {
  const sold = Array.from({ length: 60 }, (_, n) => ({
    petId: BigInt(n),
    name: null,
    quantity: 1n,
  }));
  const { text } = new MailWriter('en', 'UTC').morning({ ...morning, sold });
  assert.match(text, /- Pet 49: 1\n- … and 10 more\n/);
});
