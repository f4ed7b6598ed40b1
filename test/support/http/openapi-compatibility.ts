/** What a caller of a stable operation would notice, from one OpenAPI document to the next. */

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly 'x-bounds'?: Schema;
} & { readonly [Bound in (typeof lowerBounds | typeof upperBounds)[number]]?: number };

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };

type Operation = {
  readonly operationId: string;
  readonly 'x-stability': string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
};

export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const lowerBounds = ['minimum', 'minLength', 'minItems'] as const;
const upperBounds = ['maximum', 'maxLength', 'maxItems'] as const;

/** One line for each change that breaks a caller of an operation that was released as stable. */
export function breakingChanges(released: Document, current: Document): string[] {
  const faults: string[] = [];
  for (const [path, methods] of Object.entries(released.paths)) {
    for (const [method, before] of Object.entries(methods)) {
      if (before['x-stability'] !== 'stable') continue;
      const after = current.paths[path]?.[method];
      if (after === undefined) faults.push(`${before.operationId} is gone`);
      else faults.push(...operationChanges(before, after).map((fault) => `${before.operationId}: ${fault}`));
    }
  }
  return faults;

  function operationChanges(before: Operation, after: Operation): string[] {
    const found: string[] = [];
    if (after.operationId !== before.operationId) found.push('has another operationId');
    if (after['x-stability'] !== 'stable') found.push('is not stable any more');
    for (const { name, in: place, schema } of before.parameters ?? []) {
      const same = after.parameters?.find((other) => other.name === name && other.in === place);
      if (same === undefined) found.push(`parameter ${name} is gone`);
      else found.push(...differences('in', schema, same.schema, `parameter ${name}`));
    }
    for (const { name, in: place, required } of after.parameters ?? []) {
      const known = before.parameters?.find((other) => other.name === name && other.in === place);
      if (required && !known?.required) found.push(`parameter ${name} must be given now`);
    }
    if (after.requestBody?.required && !before.requestBody?.required) found.push('a body must be sent now');
    found.push(...contentChanges('in', before.requestBody, after.requestBody, 'body'));
    for (const [status, response] of Object.entries(before.responses)) {
      const same = after.responses[status];
      if (same === undefined) found.push(`status ${status} is gone`);
      else found.push(...contentChanges('out', response, same, `status ${status}`));
    }
    for (const status of Object.keys(after.responses)) {
      if (!(status in before.responses) && !('default' in before.responses)) found.push(`status ${status} is new`);
    }
    return found;
  }

  function contentChanges(way: 'in' | 'out', before: Content | undefined, after: Content | undefined, place: string) {
    return Object.entries(before?.content ?? {}).flatMap(([type, { schema }]) => {
      const same = after?.content?.[type];
      return same === undefined ? [`${place} is no ${type} any more`] : differences(way, schema, same.schema, place);
    });
  }

  /** What went in must still be taken, and what comes out must be what was promised. */
  function differences(way: 'in' | 'out', released_: Schema, current_: Schema, place: string): string[] {
    const before = resolved(released, released_);
    const after = resolved(current, current_);
    const [narrow, wide] = way === 'in' ? [before, after] : [after, before];
    const found: string[] = [];
    if (typesOf(narrow).some((type) => !typesOf(wide).includes(type))) found.push('the type has changed');
    if (wide.enum !== undefined) {
      const strange = narrow.enum?.filter((value) => !wide.enum?.includes(value)) ?? ['anything'];
      for (const value of strange) found.push(way === 'in' ? `${value} is not taken any more` : `${value} is new`);
    }
    for (const rule of ['format', 'pattern'] as const) {
      if (wide[rule] !== undefined && narrow[rule] !== wide[rule]) found.push(`the ${rule} has changed`);
    }
    for (const [bounds, sign] of [[lowerBounds, 1] as const, [upperBounds, -1] as const]) {
      for (const bound of bounds) {
        const limit = wide[bound];
        if (limit !== undefined && !(sign * (narrow[bound] ?? Number.NaN) >= sign * limit))
          found.push(`${bound} has changed`);
      }
    }
    for (const name of wide.required ?? []) {
      if (narrow.required?.includes(name)) continue;
      found.push(way === 'in' ? `${name} must be given now` : `${name} may be missing now`);
    }
    const inner = Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
      const same = after.properties?.[name];
      return same === undefined ? [`${place}.${name} is gone`] : differences(way, schema, same, `${place}.${name}`);
    });
    const items = before.items === undefined ? [] : differences(way, before.items, after.items ?? {}, `${place}[]`);
    return [...found.map((fault) => `${place}: ${fault}`), ...inner, ...items];
  }
}

function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? schema : (document.components.schemas[name] ?? {});
  return { ...target, ...target['x-bounds'] };
}

function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return ['any'];
  return typeof type === 'string' ? [type] : type;
}
