import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** This file reads the CPU time and the memory of a process from /proc. */

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The CPU time of a process so far: all its threads, in user mode and in the kernel. */
export function cpuMicros(pid: number): number {
  const { utime, stime } = statOf(pid);
  return ((utime + stime) / ticksPerSecond) * 1e6;
}

/** The CPU time of a process and all its children, including those that have ended. */
export function treeCpuMicros(pid: number): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === pid,
  );
  const { cutime, cstime } = statOf(pid);
  const own = cpuMicros(pid) + ((cutime + cstime) / ticksPerSecond) * 1e6;
  return children.reduce((sum, child) => sum + cpuMicros(Number(child)), own);
}

export function residentBytes(pid: number): number {
  return statusBytes(pid, 'VmRSS');
}

/** The most memory that a process has had at a time. */
export function peakBytes(pid: number): number {
  return statusBytes(pid, 'VmHWM');
}

function statusBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kib] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return Number(kib) * 1024;
}

function parentOf(name: string): number | undefined {
  try {
    return statOf(Number(name)).ppid;
  } catch {
    // The process has ended since /proc was listed.
    return undefined;
  }
}

function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field of /proc/PID/stat is the program's name in brackets. The name may contain
  // brackets, too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    ppid: field(4),
    utime: field(14),
    stime: field(15),
    cutime: field(16),
    cstime: field(17),
  };
}
