import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export type Login = { readonly url: string; readonly key: string };

/** The file that `pawstock login` writes, which only its owner can read. */
export function loginFile(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'pawstock', 'login.json');
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
  // The old login file is removed first: overwriting it would keep its permissions, or follow a symbolic link.
  removeLogin();
  writeFileSync(file, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'wx' });
}

export function removeLogin(): void {
  rmSync(loginFile(), { force: true });
}
