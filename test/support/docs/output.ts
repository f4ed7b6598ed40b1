import assert from 'node:assert/strict';
import type { Block } from './document.ts';

/** Compares a command's output with the block below the command. "…" stands for any text. */
export function expectOutput(output: string, { prints, text }: Block, place: string): void {
  if (prints?.kind === 'http') {
    const [head = '', ...body] = comparable(output.replaceAll('\r', '')).split('\n\n');
    const [expectedHead = '', ...expectedBody] = comparable(prints.text).split('\n\n');
    const lines = head.split('\n');
    for (const line of expectedHead.split('\n')) assert.ok(lines.includes(line), `${place}: no "${line}" in\n${head}`);
    // The page breaks long lines, so white space is not compared.
    assert.match(compact(body.join()), patternOf(compact(expectedBody.join())), `${place}: ${text}`);
  } else assert.match(comparable(output), patternOf(comparable(prints?.text ?? '')), `${place}: ${text}`);
}

/** Returns a pattern for a text of a page, in which `…` stands for any text. */
function patternOf(text: string): RegExp {
  const parts = text.split('…').map((part) => RegExp.escape(part.trim()));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function comparable(text: string): string {
  return text
    .trim()
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
    .replaceAll(/paw_\w{49}/g, 'paw_…');
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '');
}
