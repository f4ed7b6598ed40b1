#!/usr/bin/env node
// Plain JavaScript for any Node: the TypeScript source needs a recent one. Where the caller's own is older, the
// Node that was installed beside the project takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 12)) {
  await import('../src/main.ts');
} else {
  const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(node)) {
    console.error(
      `pawstock needs Node 24.12 or later; this is ${process.version}. Run "npm ci" in the checkout, or use a newer Node.`,
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
