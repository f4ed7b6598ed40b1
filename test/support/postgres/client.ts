import { Client } from 'pg';

/**
 * Opens a plain connection to the database, in the schema of the address. The caller must close it.
 */
export async function openClient(address: string): Promise<Client> {
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? 'public';
  url.search = '';
  const client = new Client({ connectionString: url.href, options: `-c search_path=${schema}` });
  await client.connect();
  return client;
}

export async function withClient<T>(
  address: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(address);
  return work(client).finally(() => client.end());
}
