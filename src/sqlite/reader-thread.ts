import { parentPort, workerData } from 'node:worker_threads';
import type { Statement } from '../store/tables.ts';
import { Connection } from './connection.ts';
import type { ReaderReply } from './reader-client.ts';

/** A connection for queries that take long, in a thread of its own: the main thread goes on with its reads. */

const db = new Connection(workerData as string, { readOnly: true });

function reply(statement: Statement): ReaderReply {
  try {
    const rows = db.select({ ...statement, areArrays: true, fromRow: (row) => row as unknown as bigint[] });
    return { integers: BigInt64Array.from(rows.flat()) };
  } catch (error) {
    return { failure: String(error) };
  }
}

parentPort?.on('message', (statement: Statement) => {
  const sent = reply(statement);
  parentPort?.postMessage(sent, 'integers' in sent ? [sent.integers.buffer] : []);
});
