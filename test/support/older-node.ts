import { execFileSync } from 'node:child_process';

/**
 * The path of a Node that is too old to run TypeScript but runs the client; undefined if this
 * machine has none.
 */
export const olderNode = ['/usr/local/bin/node', '/usr/bin/node'].find((node) => {
  try {
    const major = Number(
      execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }),
    );
    return major >= 20 && major < 24;
  } catch {
    return false;
  }
});

export const noOlderNode = olderNode === undefined && 'there is no Node from 20 to 23 here';
