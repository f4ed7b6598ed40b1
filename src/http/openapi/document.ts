import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { extensionMark, type Operation, paramName } from '../operation.ts';
import { z } from '../zod.ts';
import { commonHeaders, errorResponses, mayHave, replayedHeader } from './responses.ts';
import { registerWebhooks } from './webhooks.ts';

const description = `The stock level of every pet in the store, and setting the quantity of one.

Send your API key with every request, as \`Authorization: Bearer <key>\`. Every error is an \`Error\`.

The operations under *extensions* are optional: nothing of them is needed for the two under *inventory*. So is
everything in those two that is marked \`x-extension\`.`;

const commonRequestHeaders = {
  'X-Request-Id': z
    .string()
    .optional()
    .describe(
      'An id of your own, which comes back in the response, the log and the ledger. Anything but 1 to 128 letters, digits or . : + / = @ ~ _ - is replaced by a new id.',
    ),
  traceparent: z
    .string()
    .optional()
    .describe(
      'The trace context, as the W3C has it. Its trace id is in the log, and webhooks about the change pass it on. Another form is ignored.',
    ),
};

/** The methods as the library has them. */
const methodNames = {
  GET: 'get',
  PUT: 'put',
  PATCH: 'patch',
  POST: 'post',
  DELETE: 'delete',
} as const;

/**
 * Makes the OpenAPI document from the declarations of the operations. The same declarations check
 * requests.
 */
export function openApiDocument(
  operations: readonly Operation[],
  servers: { url: string; description: string }[],
): string {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, made with "pawstock keys create".',
  });
  for (const [name, header] of Object.entries(commonHeaders))
    registry.registerComponent('headers', name, header);
  for (const operation of operations) {
    const { method, path, operationId, tag, stability, deprecated, summary, description } =
      operation;
    registry.registerPath({
      method: methodNames[method],
      path,
      operationId,
      tags: [tag],
      summary,
      description,
      security: [{ apiKey: [] }],
      'x-stability': stability,
      ...(tag !== 'inventory' && extensionMark),
      ...(deprecated && {
        deprecated: true,
        'x-sunset': deprecated.sunset.toISOString().slice(0, 10),
      }),
      request: requestOf(operation),
      responses: responsesOf(operation),
    });
  }
  registerWebhooks(registry);
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Pet Store Inventory',
      version: '1.0.0',
      description,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers,
    security: [{ apiKey: [] }],
    tags: [
      {
        name: 'inventory',
        description: 'Listing stock levels and setting the quantity of one pet.',
      },
      { name: 'extensions', description: 'What Pawstock adds. All of it is optional.' },
    ],
  });
  return JSON.stringify(document);
}

function requestOf(operation: Operation): NonNullable<RouteConfig['request']> {
  const { tag, path, param, query, headers, body, documentedBody } = operation;
  const parameters = (shape: Shape) => z.object(tag === 'inventory' ? marked(shape) : shape);
  const name = paramName(path);
  return {
    ...(name && param && { params: z.object({ [name]: param }) }),
    ...(query && { query: parameters(query.shape) }),
    headers: parameters({ ...headers, ...commonRequestHeaders }),
    ...(body && {
      body: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: documentedBody ?? body } },
      },
    }),
  };
}

/**
 * All responses of an operation. In operations of the customer's specification, Pawstock's
 * additions are marked.
 */
function responsesOf(operation: Operation): RouteConfig['responses'] {
  const { tag, responses, specifiedErrors = [] } = operation;
  const isSpecified = tag === 'inventory';
  const withHeaders = Object.entries({ ...impliedResponses(operation), ...responses }).map(
    ([status, response]) => {
      const common = Object.entries(commonHeaders)
        .filter(([name]) => mayHave(status, name))
        .map(([name, header]) => [
          name,
          isSpecified ? header : { $ref: `#/components/headers/${name}` },
        ]);
      const isReplayable = 'Idempotency-Key' in (operation.headers ?? {}) && status.startsWith('2');
      const headers = {
        ...response.headers,
        ...(isReplayable && replayedHeader),
        ...Object.fromEntries(common),
      };
      const isMarked =
        isSpecified && !(status in responses) && !specifiedErrors.includes(Number(status));
      const mark = isMarked ? extensionMark : {};
      return [
        status,
        { ...response, ...mark, headers: isSpecified ? markedHeaders(headers) : headers },
      ];
    },
  );
  return Object.fromEntries(withHeaders);
}

/**
 * The responses that follow from an operation's route, scope, body and headers. No operation
 * declares them itself.
 */
function impliedResponses({
  method,
  path,
  scope,
  body,
  headers = {},
  errors = [],
  responses,
}: Operation) {
  return {
    ...errorResponses(400, 401, ...errors, 429, 503, 'default'),
    // PUT adds a missing pet or reservation. Other methods respond with 404 if what the path names
    // is missing.
    ...(path.includes('{') && method !== 'PUT' && errorResponses(404)),
    ...(scope !== 'read' && errorResponses(403)),
    ...(body && errorResponses(413, 415)),
    ...('Idempotency-Key' in headers && errorResponses(422)),
    ...('If-Match' in headers && errorResponses(412, 428)),
    ...(method === 'GET' &&
      'If-None-Match' in headers && { 304: { ...notModified, headers: responses[200]?.headers } }),
  };
}

const notModified = { description: 'Nothing has changed since the version in If-None-Match.' };

type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * Marks query parameters and headers with `x-extension`: the customer's specification has none.
 * docs/decisions/0009
 */
function marked(shape: Shape): Shape {
  const entries = Object.entries(shape);
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, schema.openapi({ param: { ...extensionMark } })]),
  );
}

function markedHeaders(headers: Readonly<Record<string, object>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { ...header, ...extensionMark }]),
  );
}
