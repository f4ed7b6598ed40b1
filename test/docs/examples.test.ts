import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startForeignServer } from '../client/foreign-server.ts';
import { type Page, pages, readPage } from '../support/docs/document.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startDemo } from '../support/service/demo.ts';
import { skipWithout } from '../support/tool.ts';

/**
 * Runs the TypeScript and Python examples of every document, and compares their output with the block below them. Each
 * page and language has a demo of its own. The examples of a page are one program, in which each has its own scope.
 */

/** Where the guides' module for Python is. */
const pythonEnv = {
  PYTHONPATH: fileURLToPath(new URL('../../docs/guides', import.meta.url)),
  PYTHONDONTWRITEBYTECODE: '1',
};

/** Printed after each example. */
const end = '\x1e';

const languages = [
  {
    kind: 'ts',
    command: process.execPath,
    args: ['--input-type=module-typescript', '-'],
    skip: false,
    program: (setup: string, examples: readonly string[]) =>
      [setup, ...examples.map((text) => `{\n${text}\n}\nprocess.stdout.write('${end}');`)].join('\n'),
  },
  {
    kind: 'python',
    command: 'python3',
    args: ['-'],
    skip: skipWithout('python3'),
    program: (setup: string, examples: readonly string[]) =>
      examples.map((text) => `exec(${JSON.stringify(setup + text)}, {})\nprint(end='${end}')`).join('\n'),
  },
] as const;

/** The setup code that the examples of a page rely on. */
function setupOf({ blocks }: Page, kind: string): string {
  return blocks
    .filter((block) => block.kind === `${kind} setup`)
    .map(({ text }) => text)
    .join('');
}

for (const page of pages()) {
  for (const { kind, command, args, skip, program } of languages) {
    const examples = page.blocks.filter((block) => block.kind === kind);
    if (examples.length === 0) continue;
    const { path } = page;

    test(`the examples of ${path} in ${kind} print what the page says`, { skip }, async (t) => {
      const { url, key } = await startDemo(t);
      const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: key, ...pythonEnv };
      const input = program(
        setupOf(page, kind),
        examples.map(({ text }) => text),
      );
      const { code, stdout, stderr } = await openCliHarness(t).program(command, args, { env, input });
      const printed = stdout.split(end);
      for (const [index, { line, prints }] of examples.entries()) {
        assert.equal(prints?.kind, 'text', `${path}:${line} says nothing about what it prints`);
        assert.equal(printed[index], prints?.text, `${path}:${line} ${stderr}`);
      }
      assert.deepEqual([code, stderr, printed.at(-1)], [0, '', '']);
    });
  }
}

/** Runs a program with the setup code of a guide, against a server that takes its responses from `answers`. */
async function runGuide(t: TestContext, path: string, kind: string, text: string, answers: Answers): Promise<string> {
  const language = languages.find((one) => one.kind === kind) ?? languages[0];
  const url = await startForeignServer(t, ({ headers, socket }, response) => {
    const [status, type, body] = answers(String(headers['idempotency-key'])) ?? [];
    if (status === undefined || type === undefined) socket.destroy();
    else response.writeHead(status, { 'content-type': type, 'retry-after': '60' }).end(body);
  });
  const env = { PAWSTOCK_URL: url, PAWSTOCK_API_KEY: 'paw_x', ...pythonEnv };
  const input = language.program(setupOf(readPage(path), kind), [text]);
  const { code, stdout, stderr } = await openCliHarness(t).program(language.command, language.args, { env, input });
  assert.deepEqual([code, stderr], [0, '']);
  return stdout.replaceAll(end, '');
}

/** The response to a request. Without one, the server breaks off the connection. */
type Answers = (idempotencyKey: string) => readonly [status: number, type: string, body: string] | undefined;

const errorAnswer = (status: number, code: string) =>
  [status, 'application/json', JSON.stringify({ code, message: code, status })] as const;
const proxyPage = (status: number) => [status, 'text/html', '<html>from a proxy</html>'] as const;

const sendAll = `const sent = await Promise.all(RECEIPTS.map((receipt) => send([[receipt, [{ petId: 1n, count: 1 }]]])));
  for (const [receipt] of sent.flat()) console.log(\`\${receipt} later\`);`;

test('the till sends a receipt again exactly if that can help', async (t) => {
  const answers = new Map<string, ReturnType<Answers>>([
    ['bad-gateway', proxyPage(502)],
    ['cut-off', undefined],
    ['failure', errorAnswer(500, 'internal_error')],
    ['full', errorAnswer(507, 'storage_full')],
    ['limited', errorAnswer(429, 'rate_limited')],
    ['limited-by-proxy', proxyPage(429)],
    ['unavailable', errorAnswer(503, 'store_unavailable')],
    ['login-page', proxyPage(200)],
    ['revoked', errorAnswer(401, 'invalid_api_key')],
    ['short', errorAnswer(409, 'insufficient_stock')],
  ]);
  const text = sendAll.replace('RECEIPTS', JSON.stringify([...answers.keys()]));
  const printed = await runGuide(t, 'docs/guides/till.md', 'ts', text, (sent) => answers.get(sent.slice(5)));
  assert.deepEqual(printed.trim().split('\n').sort(), [
    'bad-gateway later',
    'cut-off later',
    'failure later',
    'full later',
    'limited later',
    'limited-by-proxy later',
    'login-page needs a person: unexpected_response',
    'revoked needs a person: invalid_api_key',
    'short needs a person: insufficient_stock',
    'unavailable later',
  ]);
});

const [, python] = languages;

test('the web shop resumes its stream after a failure, and raises a refusal', { skip: python.skip }, async (t) => {
  const event = 'event: change\ndata: {"seq":8,"after":5}\n\n';
  const answers = [
    proxyPage(502),
    errorAnswer(429, 'rate_limited'),
    undefined,
    [200, 'text/event-stream', event] as const,
  ];
  const text = `try:
    for change in changes(after=7):
        print(change['after'])
except Refused as refusal:
    print(refusal.code)
`;
  const refused = errorAnswer(401, 'invalid_api_key');
  const printed = await runGuide(t, 'docs/guides/web-shop.md', 'python', text, () =>
    answers.length === 0 ? refused : answers.shift(),
  );
  assert.equal(printed, '5\ninvalid_api_key\n');
});
