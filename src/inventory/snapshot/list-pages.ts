import type { JsonSegment } from './json-segment.ts';

type Page = { readonly segments: readonly JsonSegment[]; readonly bytes: Buffer };

/** About 210 KB: a change copies no more than that, and rarely causes a garbage collection. */
const segmentsPerPage = 16;

/** By their first segment. */
const pages = new WeakMap<JsonSegment, Page>();

/** The segments' JSON in larger pieces, each rebuilt only if one of its segments has changed. */
export function pagesOf(segments: readonly JsonSegment[]): Buffer[] {
  const found: Buffer[] = [];
  for (let start = 0; start < segments.length; start += segmentsPerPage) {
    found.push(pageOf(segments.slice(start, start + segmentsPerPage)));
  }
  return found;
}

function pageOf(segments: readonly JsonSegment[]): Buffer {
  const first = segments[0] as JsonSegment;
  const known = pages.get(first);
  if (known?.segments.length === segments.length && known.segments.every((segment, n) => segment === segments[n])) {
    return known.bytes;
  }
  const bytes = Buffer.concat(segments.map(({ json }) => json));
  let start = 0;
  for (const segment of segments) {
    const end = start + segment.json.length;
    segment.adoptJson(bytes.subarray(start, end));
    start = end;
  }
  pages.set(first, { segments, bytes });
  return bytes;
}
