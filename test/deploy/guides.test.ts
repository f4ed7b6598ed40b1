import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startForeignServer } from '../client/foreign-server.ts';
import { type Page, pages, readPage } from '../support/docs/document.ts';
import { guideFolder } from '../support/docs/guide-folder.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { repository } from '../support/service/runtime.ts';
import { skipWithout } from '../support/tool.ts';

/**
 * Runs the programs of every guide with the packed packages, and compares their output with the
 * block below each. The examples of a page and language form one program, each in a scope of its
 * own, against one demo service. test/docs/commands.test.ts runs the shell commands of the guides.
 */

/** A separator that the program prints after each example. */
const end = '\x1e';

const languages = [
  {
    kind: 'ts',
    extension: 'mts',
    command: process.execPath,
    skip: false,
    program: (setup: string, examples: readonly string[]) =>
      [setup, ...examples.map((text) => `{\n${text}\n}\nprocess.stdout.write('${end}');`)].join(
        '\n',
      ),
  },
  {
    kind: 'python',
    extension: 'py',
    command: 'python3',
    skip: skipWithout('python3'),
    program: (_setup: string, examples: readonly string[]) =>
      examples.map((text) => `exec(${JSON.stringify(text)}, {})\nprint(end='${end}')`).join('\n'),
  },
] as const;

type Language = (typeof languages)[number];

const [typescript, python] = languages;

/** Returns a guide's setup code in one language, on which the guide's examples rely. */
function setupOf({ blocks }: Page, kind: string): string {
  return blocks
    .filter((block) => block.kind === `${kind} setup`)
    .map(({ text }) => text)
    .join('');
}

/**
 * Writes examples of a guide as a program to the folder with the installed packages. Returns the
 * name of the file.
 */
async function writeExamples(
  page: Page,
  { kind, extension, program }: Language,
  examples: readonly string[],
) {
  const file = `example-${basename(page.path, '.md')}.${extension}`;
  writeFileSync(join(await guideFolder(), file), program(setupOf(page, kind), examples));
  return file;
}

/** Runs examples of a guide in the folder with the installed packages. */
async function runExamples(
  t: TestContext,
  page: Page,
  language: Language,
  examples: readonly string[],
  url: Access,
) {
  const file = await writeExamples(page, language, examples);
  const args = [
    '-c',
    'cd "$1" && shift && exec "$@"',
    '-',
    await guideFolder(),
    language.command,
    file,
  ];
  return openCliHarness(t).program('bash', args, { env: { ...url, PYTHONDONTWRITEBYTECODE: '1' } });
}

type Access = { readonly PAWSTOCK_URL: string; readonly PAWSTOCK_API_KEY: string };

async function startInstalledDemo(t: TestContext): Promise<Access> {
  const installed = join(await guideFolder(), 'node_modules/.bin/pawstock');
  const { stdout } = await openCliHarness(t).serve(['--demo'], {
    installed,
    env: { PATH: `${join(repository, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  const [, url = '', key = ''] = /PAWSTOCK_URL=(\S+) PAWSTOCK_API_KEY=(\S+)/.exec(stdout) ?? [];
  return { PAWSTOCK_URL: url, PAWSTOCK_API_KEY: key };
}

const guides = pages().filter((page) => setupOf(page, 'ts') !== '');

for (const page of guides) {
  for (const language of languages) {
    const examples = page.blocks.filter(({ kind }) => kind === language.kind);
    if (examples.length === 0) continue;
    const { path } = page;
    const { kind, skip } = language;

    test(`the examples of ${path} in ${kind} print what the page says, from an empty folder`, {
      skip,
    }, async (t) => {
      const texts = examples.map(({ text }) => text);
      const { code, stdout, stderr } = await runExamples(
        t,
        page,
        language,
        texts,
        await startInstalledDemo(t),
      );
      const printed = stdout.split(end);
      for (const [index, { line, prints }] of examples.entries()) {
        assert.equal(prints?.kind, 'text', `${path}:${line} says nothing about what it prints`);
        assert.equal(printed[index], prints?.text, `${path}:${line} ${stderr}`);
      }
      assert.deepEqual([code, stderr, printed.at(-1)], [0, '', '']);
    });
  }
}

test('the types of the examples in ts are right, as strictly as an editor would check them', async (t) => {
  const files = guides.map(async (page) => {
    const examples = page.blocks.filter(({ kind }) => kind === 'ts').map(({ text }) => text);
    return join(await guideFolder(), await writeExamples(page, typescript, examples));
  });
  const types = [
    '--types',
    'node',
    '--typeRoots',
    join(repository, 'node_modules/@types'),
    '--skipLibCheck',
  ];
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--target',
    'esnext',
    '--module',
    'nodenext',
    ...types,
  ];
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const { stdout } = await openCliHarness(t).program(
    tsc,
    [...options, ...(await Promise.all(files))],
    {},
  );
  assert.equal(stdout, '');
});

/** Runs a program with a guide's setup code, against a server that sends prepared responses. */
async function runGuide(
  t: TestContext,
  path: string,
  language: Language,
  text: string,
  answers: Answers,
) {
  const url = await startForeignServer(t, ({ headers, socket }, response) => {
    const [status, type, body] = answers(String(headers['idempotency-key'])) ?? [];
    if (status === undefined || type === undefined) socket.destroy();
    else
      response
        .writeHead(status, { 'content-type': type, 'retry-after': '60', location: '/login' })
        .end(body);
  });
  const access = { PAWSTOCK_URL: url, PAWSTOCK_API_KEY: 'paw_x' };
  const { code, stdout, stderr } = await runExamples(t, readPage(path), language, [text], access);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout.replaceAll(end, '');
}

/**
 * Returns the response to the request with this idempotency key, or undefined if the server cuts
 * the connection.
 */
type Answers = (
  idempotencyKey: string,
) => readonly [status: number, type: string, body: string] | undefined;

const errorAnswer = (status: number, code: string) =>
  [status, 'application/json', JSON.stringify({ code, message: code, status })] as const;
const proxyPage = (status: number) => [status, 'text/html', '<html>from a proxy</html>'] as const;

/**
 * A program that sends a till's receipts one by one, and prints which of them the till would send
 * again later.
 */
const sendAll = {
  ts: `for (const receipt of RECEIPTS) {
  keep(receipt, [[1, 1]]);
  await send();
  for (const left of waiting()) {
    console.log(\`\${left} later\`);
    rmSync(\`queue/\${left}.json\`);
  }
}`,
  python: `from till import *
for receipt in RECEIPTS:
    keep(receipt, [(1, 1)])
    send()
    for left in waiting():
        print(left, 'later')
        (queue / f'{left}.json').unlink()
`,
};

for (const language of [typescript, python]) {
  const { kind, skip } = language;
  test(`the till in ${kind} sends a receipt again exactly if that can help`, {
    skip,
  }, async (t) => {
    const answers = new Map<string, ReturnType<Answers>>([
      ['bad-gateway', proxyPage(502)],
      ['cut-off', undefined],
      ['failure', errorAnswer(500, 'internal_error')],
      ['forbidden-by-proxy', proxyPage(403)],
      ['full', errorAnswer(507, 'storage_full')],
      ['limited', errorAnswer(429, 'rate_limited')],
      ['login-page', proxyPage(200)],
      ['redirect-to-login', proxyPage(302)],
      ['unavailable', errorAnswer(503, 'store_unavailable')],
      ['revoked', errorAnswer(401, 'invalid_api_key')],
      ['short', errorAnswer(409, 'insufficient_stock')],
    ]);
    const text = sendAll[kind].replace('RECEIPTS', JSON.stringify([...answers.keys()]));
    const printed = await runGuide(t, 'docs/guides/till.md', language, text, (sent) =>
      answers.get(sent.slice(5)),
    );

    assert.deepEqual(printed.trim().split('\n'), [
      'bad-gateway later',
      'cut-off later',
      'failure later',
      'forbidden-by-proxy later',
      'full later',
      'limited later',
      'login-page later',
      'redirect-to-login later',
      'unavailable later',
      'revoked needs a person: invalid_api_key',
      'short needs a person: insufficient_stock',
    ]);
  });
}

test('the web shop resumes its stream after a failure, and raises a refusal', {
  skip: python.skip,
}, async (t) => {
  const event = 'event: change\ndata: {"seq":8,"after":5}\n\n';
  const answers = [
    proxyPage(502),
    proxyPage(200),
    errorAnswer(429, 'rate_limited'),
    undefined,
    [200, 'text/event-stream', event] as const,
  ];
  const text = `from pawstock import PawstockError, changes
try:
    for change in changes(after=7):
        print(change['after'])
except PawstockError as error:
    print(error.code)
`;
  const refused = errorAnswer(401, 'invalid_api_key');
  const printed = await runGuide(t, 'docs/guides/web-shop.md', python, text, () =>
    answers.length === 0 ? refused : answers.shift(),
  );
  assert.equal(printed, '5\ninvalid_api_key\n');
});

test('a web shop that dies at any step of a payment sells the order once', {
  skip: python.skip,
}, async (t) => {
  const text = `import shop
call, items = shop.call, [{'petId': 10, 'quantity': 1}]

class Death(BaseException):
    pass

def dying(step, answered):
    steps = iter(range(1, 100))
    def mortal(*request):
        dies = next(steps) == step
        if dies and not answered:
            raise Death
        answer = call(*request)
        if dies:
            raise Death
        return answer
    return mortal

start, deaths = call('GET', '/inventory/10')[0]['quantity'], 0
orders = [(step, answered, late) for step in range(1, 6) for answered in (False, True) for late in (False, True)]
for index, (step, answered, late) in enumerate(orders):
    order = f'D-{index}'
    call('PUT', f'/reservations/{order}', {'items': items})
    if late:
        call('DELETE', f'/reservations/{order}')
    shop.call = dying(step, answered)
    try:
        shop.paid(order, items)
    except Death:
        deaths += 1
    shop.call = call
    assert shop.paid(order, items) == 'keep'
print(len(orders), deaths, start - call('GET', '/inventory/10')[0]['quantity'])
`;
  const page = readPage('docs/guides/web-shop.md');
  const { stdout, stderr } = await runExamples(
    t,
    page,
    python,
    [text],
    await startInstalledDemo(t),
  );
  // The shop dies 16 times: before and after each of 3 requests for an active reservation, and of 5
  // for a released one.
  assert.equal(stdout, `20 16 20\n${end}`, stderr);
});
