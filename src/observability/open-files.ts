import { readFileSync } from 'node:fs';

/** How many files this process may have open; undefined on systems other than Linux, which do not tell. */
export function openFilesMax(): number | undefined {
  try {
    const files = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return files === undefined ? undefined : Number(files);
  } catch {
    return undefined;
  }
}
