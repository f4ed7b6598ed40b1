import { readdirSync, readFileSync } from 'node:fs';

/** Of a running process, on Linux. */
export const noProc = process.platform === 'linux' ? false : 'looks at a process in /proc, which only Linux has';

export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** What the process has used of the processor so far: wall time would blame it for whatever else the machine does. */
export function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // In hundredths of a second, on every Linux.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * What its main thread has used, to the nanosecond. A service does one thing at a time, so what it uses during a request
 * is the request's latency on a machine with nothing else to do.
 */
export function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
