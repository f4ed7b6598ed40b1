import { hash } from 'node:crypto';
import Database from 'better-sqlite3';

/**
 * The database of the Express and Fastify servers. SQLite syncs its write-ahead log with every
 * commit.
 */

const db = new Database(process.env['DATABASE'] ?? '');
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');

const columns = 'pet_id as petId, quantity, status';
const key = db.prepare('select name from api_key where digest = ?');
const list = db.prepare(`select ${columns} from item order by pet_id`);
const item = db.prepare(`select ${columns} from item where pet_id = ?`);
const update = db.prepare(`update item set quantity = ? where pet_id = ? returning ${columns}`);

export function mayEnter(authorization: string | undefined): boolean {
  if (authorization === undefined || !authorization.startsWith('Bearer ')) return false;
  return key.get(hash('sha256', authorization.slice(7))) !== undefined;
}

export function listItems(): unknown[] {
  return list.all();
}

export function findItem(petId: string): unknown {
  return item.get(Number(petId));
}

export function setQuantity(petId: string, quantity: number): unknown {
  return update.get(quantity, Number(petId));
}
