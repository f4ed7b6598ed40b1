import { readFileSync } from 'node:fs';

/**
 * How many files this process may open; infinite on systems other than Linux, where the limit is
 * unknown.
 */
export function openFilesMax(): number {
  try {
    const files = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return Number(files ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
