import { readdirSync, readFileSync } from 'node:fs';

/** Why a test that looks at a running process is skipped. */
export const noProc = process.platform === 'linux' ? false : 'looks at a process in /proc, which only Linux has';

export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The processor time of a process so far. Wall time would count what other processes do, too. */
export function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // Linux counts hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
