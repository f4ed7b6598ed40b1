import { Client } from 'pg';

/** Runs `work` on a plain connection of the driver, beside the store, in the schema that the address names. */
export async function withClient<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? 'public';
  url.search = '';
  const client = new Client({ connectionString: url.href, options: `-c search_path=${schema}` });
  await client.connect();
  return work(client).finally(() => client.end());
}
