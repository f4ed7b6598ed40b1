import type { PetDetails } from '@pawstock/shared/pet-details.ts';
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { apiUrl } from '../state/api-url.ts';
import type { Person, WaitingList } from './waiting-list.ts';

/**
 * What this device keeps, so that the dashboard works without a network. The name of the database
 * contains the URL of the API, because one origin may serve several shops. See docs/decisions/0038.
 */
interface DeviceSchema extends DBSchema {
  /** The last known stock, under the only key 'last'. */
  stock: { key: 'last'; value: KeptStock };
  /** The people whose keys the service no longer accepts. */
  ended: { key: [name: string, createdAtMs: number]; value: Person };
  /** The lists that wait to be stored, in the order in which they were saved. */
  waiting: {
    key: number;
    value: WaitingList & { readonly order?: number };
    indexes: { idempotencyKey: string };
  };
}

/** The stock at a time. The first three arrays have one element for each pet. */
export type KeptStock = {
  readonly at: Date;
  readonly petIds: BigInt64Array;
  readonly quantities: Float64Array;
  /** Each status as its index in the list of statuses. */
  readonly statuses: Uint8Array;
  readonly details: readonly PetDetails[];
  readonly reserved: ReadonlyMap<bigint, number>;
  readonly timeZone: string | undefined;
};

export type Database = IDBPDatabase<DeviceSchema>;

const version = 1;

/** Whether the browser can keep anything. It can under HTTPS and on localhost only. */
export function canKeep(): boolean {
  return globalThis.isSecureContext && 'indexedDB' in globalThis && 'locks' in navigator;
}

let opened: Promise<Database> | undefined;

/** Opens the database of the shop. It stays open until another tab deletes or upgrades it. */
export function openDatabase(): Promise<Database> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function open(): Promise<Database> {
  return openDB<DeviceSchema>(databaseName(), version, {
    upgrade(database) {
      database.createObjectStore('stock');
      database.createObjectStore('ended', { keyPath: ['name', 'createdAtMs'] });
      const waiting = database.createObjectStore('waiting', {
        keyPath: 'order',
        autoIncrement: true,
      });
      waiting.createIndex('idempotencyKey', 'idempotencyKey', { unique: true });
    },
    blocking: () => void closeDatabase(),
    terminated: () => {
      opened = undefined;
    },
  });
}

function databaseName(): string {
  return `pawstock ${apiUrl()}`;
}

async function closeDatabase(): Promise<void> {
  const database = await opened;
  opened = undefined;
  database?.close();
}

/** Deletes everything that this device keeps for the shop. Other tabs close the database for it. */
export async function deleteDatabase(): Promise<void> {
  await closeDatabase();
  await deleteDB(databaseName());
}
