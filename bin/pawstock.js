#!/usr/bin/env node
// Plain JavaScript for any Node: what it starts needs a recent one. Where the caller's own is older, the Node that was
// installed beside the project takes over. A checkout has the TypeScript source, a package has it without the types.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 12)) {
  const source = '../src/main.ts';
  await import(existsSync(new URL(source, import.meta.url)) ? source : '../dist/src/main.js');
} else {
  const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(node)) {
    console.error(
      `pawstock needs Node 24.12 or later; this is ${process.version}. Use a newer Node; in a checkout, "npm ci" installs one.`,
    );
    process.exit(1);
  }
  // The channel has no messages: it closes when this process dies, by SIGKILL too, and the service must not outlive it.
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
