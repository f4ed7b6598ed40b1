import {
  type DocumentedOperation,
  document,
  documentedOperations,
  type Parameter,
  type Response,
  type Schema,
} from '../openapi/schema.ts';

/** Writes docs/reference/http.md from the OpenAPI document. */

const introduction = `# HTTP reference

Every operation of the API, version VERSION, from the same declarations as \`/openapi.json\`. Paths are relative to the
base address, which ends in \`/v1\`. Every call needs \`Authorization: Bearer <key>\`. Codes of errors are in
[errors](../errors.md), examples in [extensions](../extensions.md). What has a + is an extension of a specified operation:
optional, and not part of the specification. What operations share is described once: [path and
headers](#path-and-headers-of-requests), [headers of responses](#headers-of-all-responses), [errors](#statuses-of-errors).
Every operation takes \`X-Request-Id\`, and any can fail with 400, 401, 429, 503 and default; only other headers and
errors are listed. A line that begins with a name is a parameter of the query.

<!-- Made from openapi.json. UPDATE=1 node --test test/docs/http-reference.test.ts writes it. -->
`;

const { info, webhooks, components } = document;

export function httpReference(): string {
  const overview = documentedOperations.map((operation) => [
    `[\`${operation.method} ${operation.path}\`](#${operation.operationId.toLowerCase()})`,
    operation.summary,
    operation.tags.join(', '),
    operation['x-stability'],
  ]);
  const shared = documentedOperations.flatMap(({ parameters = [] }) => parameters.filter(isShared));
  const parameterRows = new Map(
    shared.map(({ name, schema, description = '' }) => [
      `${name}: ${description}`,
      [`\`${name}\``, typeText(schema), description],
    ]),
  );
  const errors = errorDescriptions();
  const events = Object.entries(webhooks);
  return [
    introduction.replace('VERSION', info.version),
    table(['call', 'what it does', 'tag', 'stability'], overview),
    ...documentedOperations.map((operation) => operationSection(operation, errors)),
    '## Path and headers of requests\n',
    table(['parameter', 'type', 'meaning'], [...parameterRows.values()]),
    '## Headers of all responses\n',
    table(
      ['header', 'meaning'],
      Object.entries(components.headers).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
    '## Statuses of errors\n',
    `Each has the body [Error](#error).\n`,
    table(
      ['status', 'when'],
      [...errors].toSorted(([one], [other]) => one.localeCompare(other)),
    ),
    '## Webhooks\n',
    'Posted by the service to the [endpoints](../guides/webhooks.md) that were added for them, with these headers:\n',
    ...parameterLines(events[0]?.[1].post.parameters ?? []),
    '\nThese are the events:\n',
    ...events.map(([name, { post }]) => `- \`${name}\`, ${bodyOf(post)}: ${post.description}`),
    '\n## Schemas\n',
    'All fields are required, unless they are marked as optional.\n',
    ...Object.entries(components.schemas).map(schemaSection),
  ].join('\n');
}

/** Those that mean the same wherever they are. */
function isShared(parameter: Parameter): boolean {
  return parameter.in !== 'query';
}

function isError({ content = {} }: Response): boolean {
  return Object.values(content).some(({ schema }) => schema.$ref?.endsWith('/Error'));
}

/** By status, what the last operation says of it. */
function errorDescriptions(): Map<string, string> {
  const responses = documentedOperations.flatMap((operation) => Object.entries(operation.responses));
  return new Map(responses.filter(([, each]) => isError(each)).map(([status, each]) => [status, each.description]));
}

function operationSection(operation: DocumentedOperation, errors: ReadonlyMap<string, string>): string {
  const { operationId, method, path, description, parameters = [], requestBody, responses } = operation;
  const notes = [
    operation['x-stability'],
    ...(operation.deprecated ? [`deprecated, until ${operation['x-sunset']}`] : []),
  ];
  const isListed = ([status, response]: [string, Response]) =>
    isError(response) && response.description === errors.get(status);
  const { true: listed = [], false: own = [] } = Object.groupBy(
    Object.entries(responses),
    (each) => `${isListed(each)}`,
  );
  const queries = parameters.filter((parameter) => !isShared(parameter));
  const headers = parameters.filter(({ in: place, name }) => place === 'header' && name !== 'X-Request-Id');
  const errorList = listed
    .map(([status, response]) => `${status}${plus(response)}`)
    .filter((error) => !isCommon(error));
  const responseLine = ([status, response]: [string, Response]) => {
    const bodies = Object.entries(response.content ?? {}).map(([type, { schema }]) =>
      type === 'application/json' ? typeText(schema) : `\`${type}\``,
    );
    const ownHeaders = Object.entries(response.headers ?? {})
      .filter(([name]) => !Object.hasOwn(components.headers, name))
      .map(([name, header]) => `\`${name}\`${plus(header)}`);
    const parts = [...bodies, ...ownHeaders].join(', ');
    return `- **${status}**${plus(response)} ${parts === '' ? '' : `(${parts}) `}${response.description}`;
  };
  return [
    `## ${operationId}\n`,
    `\`${method} ${path}\` · ${notes.join(' · ')}. ${description}\n`,
    ...parameterLines(queries),
    ...(requestBody === undefined ? [] : [`- Body: ${bodyOf(operation)}`]),
    ...listLine(
      'Headers',
      headers.map((header) => `\`${header.name}\`${plus(header)}`),
    ),
    ...own.map(responseLine),
    ...listLine('Errors', errorList),
    '',
  ].join('\n');
}

/** The errors of every operation. */
function isCommon(error: string): boolean {
  return ['400', '401', '429', '503', 'default'].includes(error);
}

function listLine(label: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`- ${label}: ${parts.join(', ')}`];
}

function bodyOf({ requestBody }: Pick<DocumentedOperation, 'requestBody'>): string {
  return Object.values(requestBody?.content ?? {})
    .map(({ schema }) => typeText(schema))
    .join(' or ');
}

function parameterLines(parameters: readonly Parameter[]): string[] {
  return parameters.map(
    ({ name, schema, description = '', ...rest }) => `- \`${name}\`${plus(rest)}: ${typeText(schema)}. ${description}`,
  );
}

function plus(part: { readonly 'x-extension'?: true }): string {
  return part['x-extension'] ? ' +' : '';
}

/** A line for each field. The fields that it shares with a smaller schema are described there. */
function schemaSection([name, schema]: [string, Schema]): string {
  const lines = fieldLines(schema);
  const [base] = Object.entries(components.schemas)
    .map(([other, each]) => ({ other, shared: new Set(fieldLines(each)) }))
    .filter(({ shared }) => shared.size > 2 && shared.size < lines.length && shared.isSubsetOf(new Set(lines)))
    .toSorted((one, two) => two.shared.size - one.shared.size);
  const own = lines.filter((line) => !base?.shared.has(line));
  const inherited = base === undefined ? [] : [`- all fields of [${base.other}](#${base.other.toLowerCase()})`];
  return [
    `### ${name}\n`,
    ...(schema.description === undefined ? [] : [`${schema.description}\n`]),
    ...(schema.properties === undefined ? [`${typeText(schema)}.`] : [...inherited, ...own]),
    '',
  ].join('\n');
}

function fieldLines({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(([field, property]) => {
    const optional = required.includes(field) ? '' : ', optional';
    const meaning = property.description === undefined ? '' : `. ${property.description}`;
    return `- \`${field}\`${plus(property)}${optional}: ${typeText(property)}${meaning}`;
  });
}

function typeText(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeText).join(' or ');
  if (schema.items !== undefined) {
    const size = range(schema.minItems, schema.maxItems);
    return `array of ${size === '' ? '' : `${size} `}${typeText(schema.items)}`;
  }
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const length = range(schema.minLength, schema.maxLength);
  const { minimum, maximum } = schema['x-bounds'] ?? schema;
  const bounds = range(minimum, maximum);
  return [
    types.join(' or '),
    ...(schema.format === undefined ? [] : [schema.format]),
    ...(length === '' ? [] : [`${length} characters`]),
    ...(bounds === '' ? [] : [bounds + plus(schema['x-bounds'] ?? {})]),
  ].join(', ');
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (max !== undefined) return `up to ${max}`;
  return min === undefined ? '' : `at least ${min}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}
