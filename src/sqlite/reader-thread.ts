import { parentPort, workerData } from 'node:worker_threads';
import type { Statement } from '../store/tables.ts';
import { Connection } from './connection.ts';
import type { ReaderReply } from './reader-client.ts';

/** A connection for queries that take long, in a thread of its own: the main thread goes on with its reads. */

const db = new Connection(workerData as string, { readOnly: true });

function reply(statement: Statement): ReaderReply {
  try {
    return { rows: db.select({ ...statement, fromRow: (row) => row }) };
  } catch (error) {
    return { failure: String(error) };
  }
}

parentPort?.on('message', (statement: Statement) => parentPort?.postMessage(reply(statement)));
