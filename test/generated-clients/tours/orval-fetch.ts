const { PAWSTOCK_URL = '', PAWSTOCK_API_KEY = '' } = process.env;

/** What the functions of Orval call in place of fetch: it adds the address and the key. */
export async function callService<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers);
  headers.set('authorization', `Bearer ${PAWSTOCK_API_KEY}`);
  const response = await fetch(PAWSTOCK_URL + path, { ...options, headers });
  const data: unknown = await response.json();
  return { data, status: response.status, headers: response.headers } as T;
}
