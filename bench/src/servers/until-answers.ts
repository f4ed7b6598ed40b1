import { setTimeout as delay } from 'node:timers/promises';
import type { Launched } from '../process.ts';

const startsWithinMs = 30_000;
const lookEveryMs = 50;

/** Resolves when the server answers its list; rejects, with what it said, if it ends or never does. */
export async function untilAnswers(launched: Launched, list: string, key: string): Promise<void> {
  let end: string | undefined;
  launched.ended.then(
    ({ code }) => {
      end = `it ended with ${code}`;
    },
    (error: unknown) => {
      end = String(error);
    },
  );
  for (let waitedMs = 0; waitedMs < startsWithinMs && end === undefined; waitedMs += lookEveryMs) {
    if (await answers(list, key)) return;
    await delay(lookEveryMs);
  }
  await launched.kill();
  const { stdout, stderr } = launched.output;
  throw new Error(`${end ?? 'it does not answer'}: ${(stderr || stdout).trim().slice(-500)}`);
}

async function answers(list: string, key: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${key}`, connection: 'close' };
    const response = await fetch(list, { headers, signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
