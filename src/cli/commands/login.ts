import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { loginFile, removeLogin, saveLogin } from '../login-file.ts';
import { callService, clientFor } from '../remote-command.ts';
import { printable } from '../terminal/text.ts';

export const loginCommand = new Command('login')
  .description('Check an API key, and keep it for the commands that call a service over HTTP.')
  .argument('<url>', 'base address of the service, such as https://shop.example/v1')
  .action(async (url: string) => {
    const key = process.stdin.isTTY ? await askForKey() : (await text(process.stdin)).trim();
    const { name, scope } = await callService(() => clientFor({ url, key }).getCurrentKey());
    saveLogin({ url, key });
    process.stderr.write(
      `Logged in as ${printable(name)} (${scope}). The key is kept in ${loginFile()}.\n`,
    );
  });

export const logoutCommand = new Command('logout')
  .description('Delete the API key that "pawstock login" has kept.')
  .action(() => {
    removeLogin();
    process.stderr.write('Logged out. The key stays valid: "pawstock keys revoke" ends it.\n');
  });

/** Asks for an API key on the terminal, without showing what is typed. */
async function askForKey(): Promise<string> {
  process.stderr.write('API key: ');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const key = await prompt.question('');
  prompt.close();
  process.stderr.write('\n');
  return key.trim();
}
