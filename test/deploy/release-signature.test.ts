import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { readPage } from '../support/docs/document.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { repository } from '../support/service/runtime.ts';
import { skipWithout } from '../support/tool.ts';

const commandsIn = (page: string) =>
  readPage(page)
    .blocks.filter(({ kind, notRun }) => kind === 'sh' && notRun === undefined)
    .map(({ text }) => text);

const [makeKey = '', sign = ''] = commandsIn('docs/releasing.md');
const [verify = ''] = commandsIn('docs/operating/verify.md');

/** Signs a small release as docs/releasing.md says, and downloads it to another folder. */
async function openRelease(t: TestContext) {
  const { folder, shell } = openCliHarness(t);
  const run = (where: string, commands: string) => shell(`cd '${where}' && ${commands}`);
  const succeed = async (where: string, commands: string) => {
    const { code, stderr } = await run(where, `set -e; ${commands}`);
    assert.equal(code, 0, stderr);
  };
  for (const name of ['release', 'deploy', '.ssh', 'download']) mkdirSync(join(folder, name));
  cpSync(join(repository, 'deploy/release-signers'), join(folder, 'deploy/release-signers'));
  writeFileSync(join(folder, 'release/pawstock-1.0.0-linux-x64.tar.gz'), 'an archive');
  writeFileSync(join(folder, 'release/pawstock-1.0.0.tgz'), 'a package');
  await succeed(join(folder, 'release'), 'sha256sum * > SHA256SUMS');

  // ssh-keygen asks for a passphrase in a terminal only.
  const makeHere = makeKey.replace('ssh-keygen', `ssh-keygen -q -N ''`);
  await succeed(folder, makeHere.replaceAll('~', folder));
  await succeed(folder, sign.replaceAll('~', folder));

  const download = join(folder, 'download');
  for (const name of ['SHA256SUMS', 'SHA256SUMS.sig', 'pawstock-1.0.0-linux-x64.tar.gz'])
    cpSync(join(folder, 'release', name), join(download, name));
  cpSync(join(folder, 'deploy/release-signers'), join(download, 'release-signers'));
  return { download, succeed, check: () => run(download, `set -e; ${verify}`) };
}

describe('a downloaded release', { skip: skipWithout('ssh', '-V'), concurrency: 4 }, () => {
  test('is found good', async (t) => {
    const { check } = await openRelease(t);

    const { code, stdout, stderr } = await check();

    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Good "pawstock-release" signature for pawstock/);
    assert.match(stdout, /^pawstock-1\.0\.0-linux-x64\.tar\.gz: OK$/m);
  });

  test('is refused if a file was changed', async (t) => {
    const { download, check } = await openRelease(t);
    appendFileSync(join(download, 'pawstock-1.0.0-linux-x64.tar.gz'), '!');

    const { code, stdout } = await check();

    assert.equal(code, 1);
    assert.match(stdout, /^pawstock-1\.0\.0-linux-x64\.tar\.gz: FAILED$/m);
  });

  test('is refused if the digests were changed, too', async (t) => {
    const { download, check, succeed } = await openRelease(t);
    appendFileSync(join(download, 'pawstock-1.0.0-linux-x64.tar.gz'), '!');
    await succeed(download, 'sha256sum *.tar.gz > SHA256SUMS');

    const { code, stderr } = await check();

    assert.notEqual(code, 0);
    assert.match(stderr, /Signature verification failed/);
  });

  test('is refused if another key has signed it', async (t) => {
    const { download, check, succeed } = await openRelease(t);
    const key = `ssh-keygen -q -N '' -t ed25519 -f other`;
    const signed = `rm SHA256SUMS.sig && ssh-keygen -Y sign -f other -n pawstock-release SHA256SUMS`;
    await succeed(download, `${key} && ${signed}`);

    const { code, stdout } = await check();

    assert.notEqual(code, 0);
    assert.doesNotMatch(stdout, /Good/);
  });
});
