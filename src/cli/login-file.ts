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
    return (JSON.parse(readFileSync(loginFile(), 'utf8')) as Login | null) ?? {};
  } catch {
    return {};
  }
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
