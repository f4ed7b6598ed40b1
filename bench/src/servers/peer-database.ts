import { hash, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Pet } from '../stock.ts';

/** Makes the file that the Express and Fastify servers work on, and returns a key for it. */
export function createPeerDatabase(file: string, stock: readonly Pet[]): string {
  const db = new DatabaseSync(file);
  db.exec(`
    pragma journal_mode = wal;
    create table item (pet_id integer primary key, quantity integer not null, status text not null) strict;
    create table api_key (digest text primary key, name text not null) strict, without rowid;
    begin;
  `);
  const insert = db.prepare('insert into item (pet_id, quantity, status) values (?, ?, ?)');
  for (const { petId, quantity, status } of stock) insert.run(petId, quantity, status);
  const key = randomBytes(24).toString('base64url');
  db.prepare('insert into api_key (digest, name) values (?, ?)').run(hash('sha256', key), 'bench');
  db.exec('commit');
  db.close();
  return key;
}
