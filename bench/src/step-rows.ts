import { DatabaseSync } from 'node:sqlite';

/** The least that a start can do: reads every item of a store once, and keeps nothing. */
const db = new DatabaseSync(process.argv[2] ?? '', { readOnly: true, readBigInts: true });
let rows = 0;
for (const _ of db.prepare('select pet_id, quantity, status, version from item order by pet_id').iterate()) rows += 1;
process.stdout.write(String(rows));
