import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import type { Outcome } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { decodeReply, encodeRequest, type WriterRequest } from './writer-messages.ts';

type Waiting = {
  readonly request: WriterRequest;
  readonly resolve: (outcomes: Outcome[]) => void;
  readonly reject: (error: unknown) => void;
};

export type WriterEvents = {
  /** Told when the store can no longer be trusted; the process should end then. */
  readonly onFatal: (error: Error) => void;
  /** Told how long each transaction took to reach the disk. */
  readonly onSync: (durationMs: number) => void;
};

/** The main thread's end of the writer thread. Requests are answered in the order in which they were sent. */
export class Writer {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #events: WriterEvents;
  #ended = false;

  constructor(file: string, events: WriterEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: { file } });
    this.#worker.on('message', (text: string) => this.#settle(text));
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', () => this.#fail(new Error('the writer thread ended')));
  }

  send(request: WriterRequest): Promise<Outcome[]> {
    if (this.#ended)
      return Promise.reject(new DomainError('store_unavailable', 'The store has stopped taking writes.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#worker.postMessage(encodeRequest(request));
    });
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('close');
    // It may be waiting for another process, with nothing of ours that anybody waits for.
    await Promise.race([exited, delay(limits.closingMs, undefined, { ref: false })]);
    await this.#worker.terminate();
  }

  #settle(text: string): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) return;
    const reply = decodeReply(text, waiting.request);
    if ('outcomes' in reply) {
      this.#events.onSync(reply.syncMs);
      waiting.resolve([...reply.outcomes]);
      return;
    }
    const { code, message, detail } = reply.failure;
    if (code !== 'fatal') {
      waiting.reject(new DomainError(code, message, { cause: detail }));
      return;
    }
    this.#waiting.unshift(waiting);
    this.#fail(new Error(`the store failed while writing: ${detail}`));
  }

  /** Whatever was under way may or may not have reached the disk. */
  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) {
      reject(
        new DomainError(
          'outcome_unknown',
          'The store failed during the write; whether it took effect is unknown. Repeat it with the same Idempotency-Key, or read the pet.',
          {
            cause: error,
          },
        ),
      );
    }
    if (this.#ended) return;
    this.#ended = true;
    this.#events.onFatal(error);
  }
}
