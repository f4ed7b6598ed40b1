import type { Segment } from '../inventory/segment.ts';

type Page = { readonly segments: readonly Segment[]; readonly bytes: Buffer };

/**
 * A change copies a page, and a long list should leave in few and large pieces. Node hands many pages to the system at
 * once, so they may be small: about 210 KB. Bun would copy them into one; there they are about 850 KB.
 */
const isBun = 'bun' in process.versions;
const segmentsPerPage = isBun ? 64 : 16;
export const pagesTogether = isBun ? 1 : 16;

/** By their first segment. */
const pages = new WeakMap<Segment, Page>();

/** The segments' JSON in larger pieces, each made anew only if one of its segments has changed. */
export function pagesOf(segments: readonly Segment[]): Buffer[] {
  const found: Buffer[] = [];
  for (let start = 0; start < segments.length; start += segmentsPerPage) {
    found.push(pageOf(segments.slice(start, start + segmentsPerPage)));
  }
  return found;
}

function pageOf(segments: readonly Segment[]): Buffer {
  const first = segments[0] as Segment;
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
