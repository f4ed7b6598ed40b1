import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Block, type Page, pages } from '../support/docs/document.ts';
import { guideFolder } from '../support/docs/guide-folder.ts';
import { freePort } from '../support/free-port.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startDemo } from '../support/service/demo.ts';
import { repository } from '../support/service/runtime.ts';
import { addPets, inStoreAt } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';

/**
 * Runs every command of every document with the packed package, in an empty folder, and compares
 * the output with the page. A block with `<!-- not run: why -->` before it is skipped. "…" stands
 * for any text; times, request ids and keys are not compared. A page that uses `$URL` or
 * `$PAWSTOCK_URL` gets a demo service, with a key in `$KEY` and `$PAWSTOCK_API_KEY`. Commands that
 * do not end by themselves run in the background until the page ends.
 */

// Documents whose text says that another test runs their commands are skipped.
for (const page of pages().filter(({ text }) => !text.includes('.test.ts runs the commands'))) {
  const blocks = page.blocks.filter((block) => isCommand(block) && block.notRun === undefined);
  if (blocks.length === 0) continue;
  const skip =
    blocks.some(({ text }) => text.startsWith('openssl ')) && skipWithout('openssl', 'version');
  test(`${page.path} says what happens`, { skip }, (t) => run(t, page, blocks));
}

test('no command hides in a block that is not run', () => {
  const hidden = pages().flatMap(({ path, blocks }) =>
    blocks
      .filter(
        ({ kind, text, notRun }) => kind !== 'sh' && /^\$ /m.test(text) && notRun === undefined,
      )
      .map(at(path)),
  );
  assert.deepEqual(
    hidden,
    [],
    'make it a block of "sh" and one of "text", or say why it is not run',
  );
});

/** Skips the guides' npm install commands, because the folder of the guides is already set up. */
function isCommand({ kind, text }: Block): boolean {
  return kind === 'sh' && !text.startsWith('npm install ./pawstock');
}

function at(path: string): (block: Block) => string {
  return ({ line }) => `${path}:${line}`;
}

async function run(t: TestContext, page: Page, blocks: readonly Block[]): Promise<void> {
  const cli = openCliHarness(t);
  const folder = join(cli.folder, 'empty');
  mkdirSync(join(folder, 'backups'), { recursive: true });
  for (const { text } of page.blocks.filter(({ kind }) => kind === 'csv'))
    writeFileSync(join(folder, 'pets.csv'), text);
  const replaced = await stage(t, page, folder);
  const script = blocks.map(({ text }) => `${replaced(text)}\nprintf '\\036'`).join('\n');
  const PATH = [await guideFolder(), repository].map((one) => join(one, 'node_modules/.bin'));
  const env = { PATH: [...PATH, process.env['PATH']].join(delimiter), HOME: folder };
  const { code, stdout } = await cli.program(
    'bash',
    ['-c', `cd "${folder}"\n${prelude}${script}`],
    { env },
  );
  const outputs = stdout.split('\x1e');
  for (const [index, block] of blocks.entries()) {
    const failed = index === outputs.length - 1;
    assert.ok(!failed, `${at(page.path)(block)} failed with ${code}: ${outputs[index]}`);
    if (block.prints !== undefined) expectOutput(outputs[index] ?? '', block, at(page.path)(block));
  }
}

/**
 * Prepares what a document's commands need. Returns a function that puts real addresses and paths
 * into a command.
 */
async function stage(
  t: TestContext,
  page: Page,
  folder: string,
): Promise<(text: string) => string> {
  const readings: [from: string | RegExp, to: string][] = [
    ['/var/backups', join(folder, 'backups')],
  ];
  // The commands in docs/operating expect a store that contains a pet.
  if (page.path.startsWith('docs/operating/'))
    await inStoreAt(join(folder, 'data/pawstock.db'), (store) =>
      addPets(store, [{ petId: 1n, quantity: 12 }]),
    );
  if (page.blocks.some((block) => isCommand(block) && /\$(?:PAWSTOCK_)?URL/.test(block.text))) {
    const { url, key } = await startDemo(t);
    readings.push(['http://127.0.0.1:8080', url], ['paw_…', key]);
    writeFileSync(
      join(folder, 'demo.sh'),
      `export URL=${url} KEY=${key} PAWSTOCK_URL=${url}/v1 PAWSTOCK_API_KEY=${key}`,
    );
  } else {
    const port = await freePort();
    readings.push(['127.0.0.1:8080', `127.0.0.1:${port}`]);
    writeFileSync(join(folder, 'demo.sh'), `export PORT=${port}`);
  }
  return (text) => readings.reduce((read, [from, to]) => read.replaceAll(from, to), text);
}

/** Compares a command's output with the block below the command. "…" stands for any text. */
function expectOutput(output: string, { prints, text }: Block, place: string): void {
  if (prints?.kind === 'http') {
    const [head = '', ...body] = comparable(output.replaceAll('\r', '')).split('\n\n');
    const [expectedHead = '', ...expectedBody] = comparable(prints.text).split('\n\n');
    const lines = head.split('\n');
    for (const line of expectedHead.split('\n'))
      assert.ok(lines.includes(line), `${place}: no "${line}" in\n${head}`);
    // The page breaks long lines, so white space is not compared.
    assert.match(
      compact(body.join()),
      patternOf(compact(expectedBody.join())),
      `${place}: ${text}`,
    );
  } else
    assert.match(
      comparable(output),
      patternOf(comparable(prints?.text ?? '')),
      `${place}: ${text}`,
    );
}

/** Returns a pattern for a text of a page, in which `…` stands for any text. */
function patternOf(text: string): RegExp {
  const parts = text.split('…').map((part) => RegExp.escape(part.trim()));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function comparable(text: string): string {
  return text
    .trim()
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')
    .replaceAll(/"keyId":\d+/g, '"keyId":<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
    .replaceAll(/paw_\w{49}/g, 'paw_…');
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '');
}

const prelude = `
exec 2>&1
set -eo pipefail
unset DATABASE_URL XDG_CONFIG_HOME
. ./demo.sh
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
pawstock() {
  case " $* " in
    *" serve "*)
      command pawstock "$@" 2>serve.log &
      for _ in $(seq 600); do ! grep -q '"msg":"serving"' serve.log || return 0; sleep 0.1; done
      cat serve.log; return 1 ;;
    # On a slow machine it may be stopped before it has begun.
    *" watch "*) command timeout --preserve-status --signal=INT 2 pawstock "$@" || test $? = 130 ;;
    *) command pawstock "$@" ;;
  esac
}
curl() {
  case " $* " in
    */events*)
      for seconds in 1 5 30; do
        command curl --silent --max-time $seconds "$@" >events.log || test $? = 28
        ! grep -q '^data:' events.log || break
      done
      cat events.log ;;
    *) command curl --silent --show-error "$@" ;;
  esac
}
`;
