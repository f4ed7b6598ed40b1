import { readdirSync, readFileSync } from 'node:fs';

/** The reason to skip tests that inspect a running process; false on Linux. */
export const noProc =
  process.platform === 'linux' ? false : 'looks at a process in /proc, which only Linux has';

export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/**
 * Returns the processor time of a process. Elapsed time would include the work of other processes.
 */
export function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // Linux counts processor time in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
