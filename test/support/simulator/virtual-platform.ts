import type { Platform } from '../../../src/platform.ts';
import type { Random } from '../random.ts';
import type { Machine, Scheduler } from './scheduler.ts';

/** Virtual time begins then. */
export const beginningMs = Date.UTC(2030, 0, 1);

/** The clocks, timers and random numbers of a machine in the simulated world. */
export function virtualPlatform(scheduler: Scheduler, machine: Machine, random: Random): Platform {
  const schedule = (ms: number, name: string, work: () => void) =>
    scheduler.schedule(machine, ms, name, work);
  const bytes = (count: number) =>
    Buffer.from(Array.from({ length: count }, () => random.below(256)));
  return {
    now: () => beginningMs + Math.floor(scheduler.nowMs + machine.clockAheadMs),
    monotonicMs: () => scheduler.nowMs,
    nextTurn: () => new Promise((resolve) => schedule(0, 'turn', resolve)),
    delay: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const cancel = schedule(ms, 'delay', resolve);
        signal?.addEventListener('abort', () => {
          cancel();
          resolve();
        });
      }),
    after: (ms, work) => schedule(ms, 'timer', work),
    every: (ms, work) => {
      let cancel: () => void;
      const next = () => {
        cancel = schedule(ms, 'interval', () => {
          next();
          work();
        });
      };
      next();
      return () => cancel();
    },
    randomInt: (end) => random.below(end),
    randomBytes: bytes,
    randomUUID: () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  };
}
