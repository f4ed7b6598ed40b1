#!/usr/bin/env node
// This launcher is plain JavaScript that any Node can run. If that Node is too old for the service,
// the launcher uses the Node that is installed as a dependency. A checkout has TypeScript, and a
// package has JavaScript made from it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (process.platform === 'win32') {
  console.error(
    'pawstock runs on Linux and macOS. On Windows, use it within WSL or in a container.',
  );
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);

// Node 24.12 to 24.14 and Node 25 contain a SQLite that can damage a store.
if (major >= 26 || (major === 24 && minor >= 15)) {
  // With Node's compile cache, commands start in less than half the time. If its folder is not
  // writable, Node skips it.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
  const source = '../src/main.ts';
  await import(existsSync(new URL(source, import.meta.url)) ? source : '../src/main.js');
} else {
  const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(node)) {
    console.error(`pawstock needs Node 24.15 or a later Node 24, or Node 26 or later; this is ${process.version}. There are three ways to go on:
- Use the archive for Linux (pawstock-…-linux-x64.tar.gz or -arm64) or the container image. Both contain Node.
- Install such a Node, and run the command again.
- In a checkout, run "npm ci". It installs a Node for the checkout alone.`);
    process.exit(1);
  }
  // The installed Node needs glibc. Without this check, the system would say that the file is not there.
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) {
    console.error(
      'pawstock cannot start the Node that is installed beside it: this system has no glibc, such as Alpine Linux. Use a Linux with glibc 2.28 or later, such as Debian, or install Node 24.15 or a later Node 24, or Node 26 or later.',
    );
    process.exit(1);
  }
  // No messages are sent on this channel. It closes when this process dies, even by SIGKILL, and
  // then the service ends.
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`pawstock cannot run ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
