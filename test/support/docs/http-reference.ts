/** Writes docs/reference/http.md from the OpenAPI document. */

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly 'x-extension'?: true;
  readonly 'x-bounds'?: { readonly minimum: number; readonly maximum: number; readonly 'x-extension'?: true };
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
};

type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly 'x-stability': string;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
    readonly 'x-extension'?: true;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};

type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
  readonly 'x-extension'?: true;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export type OpenApi = {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    /** Those that the responses of all operations share. */
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
};

type Webhook = Pick<Operation, 'description' | 'parameters' | 'requestBody'>;

const introduction = `# HTTP reference

Every operation of the API, version VERSION, from the same declarations as \`/openapi.json\`. Paths are relative to the
base address, which ends in \`/v1\`. Every call needs \`Authorization: Bearer <key>\`. Codes of errors are in
[errors](../errors.md), examples in [extensions](../extensions.md). What has a + is an extension of a specified operation:
optional, and not part of the specification. Headers that [all responses share](#headers-of-all-responses) are listed
once.

<!-- Made from openapi.json. UPDATE=1 node --test test/docs/http-reference.test.ts writes it anew. -->
`;

export function httpReference({ info, paths, webhooks, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
  const overview = operations.map(({ call, operation: { operationId, summary, tags, 'x-stability': stability } }) => [
    `[\`${call}\`](#${operationId.toLowerCase()})`,
    `${summary}`,
    tags.join(', '),
    stability,
  ]);
  return [
    introduction.replace('VERSION', info.version),
    table(['call', 'what it does', 'tag', 'stability'], overview),
    ...operations.map((operation) => operationSection(operation, components)),
    '## Headers of all responses\n',
    table(
      ['header', 'meaning'],
      Object.entries(components.headers).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
    '## Webhooks\n',
    'Posted by the service to the [endpoints](../guides/webhooks.md) that were added for them.\n',
    ...Object.entries(webhooks).map(webhookSection),
    '## Schemas\n',
    ...Object.entries(components.schemas).map(schemaSection),
  ].join('\n');
}

type Call = { readonly call: string; readonly operation: Operation };

function operationSection({ call, operation }: Call, components: OpenApi['components']): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const notes = [
    operation['x-stability'],
    ...(operation.deprecated ? [`deprecated, until ${operation['x-sunset']}`] : []),
  ];
  return [
    `## ${operationId}\n`,
    `\`${call}\` · ${notes.join(' · ')}\n`,
    `**${summary}.** ${description}\n`,
    ...requestLines({ parameters, requestBody }),
    table(
      ['status', 'body', 'headers', 'when'],
      Object.entries(responses).map(([status, { description, headers = {}, content = {}, ...rest }]) => [
        `${status}${plus(rest)}`,
        Object.entries(content)
          .map(([type, { schema }]) => (type === 'application/json' ? typeText(schema) : `\`${type}\``))
          .join(', '),
        Object.entries(headers)
          .filter(([name]) => !Object.hasOwn(components.headers, name))
          .map(([name, header]) => `\`${name}\`${plus(header)}`)
          .join(', '),
        description,
      ]),
    ),
  ].join('\n');
}

function webhookSection([name, { post }]: [string, { readonly post: Webhook }]): string {
  return [`### ${name}\n`, `${post.description}\n`, ...requestLines(post)].join('\n');
}

type Given = { readonly [Key in 'parameters' | 'requestBody']?: Operation[Key] | undefined };

function requestLines({ parameters = [], requestBody }: Given): string[] {
  const given = parameters.map(({ name, in: place, required, schema, description = '', ...rest }) => [
    `\`${name}\`${plus(rest)}`,
    place,
    required ? 'yes' : 'no',
    typeText(schema),
    description,
  ]);
  return [
    ...(given.length > 0 ? [table(['parameter', 'in', 'required', 'type', 'meaning'], given)] : []),
    ...Object.values(requestBody?.content ?? {}).map(({ schema }) => `Body: ${typeText(schema)}.\n`),
  ];
}

function plus(part: { readonly 'x-extension'?: true }): string {
  return part['x-extension'] ? ' +' : '';
}

function schemaSection([name, schema]: [string, Schema]): string {
  const lines = [`### ${name}\n`];
  if (schema.description !== undefined) lines.push(`${schema.description}\n`);
  if (schema.properties === undefined) lines.push(`${typeText(schema)}.\n`);
  else {
    const rows = Object.entries(schema.properties).map(([field, property]) => [
      `\`${field}\`${plus(property)}`,
      schema.required?.includes(field) ? 'yes' : 'no',
      typeText(property),
      property.description ?? '',
    ]);
    lines.push(table(['field', 'required', 'type', 'meaning'], rows));
  }
  return lines.join('\n');
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
