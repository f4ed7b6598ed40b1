import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export type Login = { readonly url: string; readonly key: string };

/** The path of the file in which `pawstock login` keeps the address of a service and an API key. */
export function loginFile(): string {
  return join(
    process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'),
    'pawstock',
    'login.json',
  );
}

export function readLogin(): Partial<Login> {
  try {
    return loginIn(readFileSync(loginFile(), 'utf8'));
  } catch {
    return {};
  }
}

/** The fields of a login file that can be used. The file may have been edited. */
function loginIn(text: string): Partial<Login> {
  const login: unknown = JSON.parse(text);
  if (typeof login !== 'object' || login === null) return {};
  return {
    ...('url' in login && typeof login.url === 'string' && { url: login.url }),
    ...('key' in login && typeof login.key === 'string' && { key: login.key }),
  };
}

export function saveLogin(login: Login): void {
  const file = loginFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // The old login file is removed first. Overwriting the file would keep its permissions, or follow
  // a symbolic link.
  removeLogin();
  writeFileSync(file, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'wx' });
}

export function removeLogin(): void {
  rmSync(loginFile(), { force: true });
}
