/**
 * Types for the packages that only the benchmark uses. The project's types are checked without
 * these packages.
 */

declare module 'better-sqlite3' {
  type Statement = {
    all(...values: unknown[]): unknown[];
    get(...values: unknown[]): unknown;
  };
  class Database {
    constructor(file: string);
    pragma(text: string): unknown;
    prepare(sql: string): Statement;
  }
  export = Database;
}

declare module 'express' {
  type Request = {
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly params: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  type Response = {
    status(code: number): Response;
    json(body: unknown): Response;
  };
  type Handler = (request: Request, response: Response, next: () => void) => void;
  type Application = {
    disable(setting: string): void;
    use(handler: Handler): void;
    get(path: string, handler: Handler): void;
    patch(path: string, handler: Handler): void;
    listen(port: number, host: string): void;
  };
  const express: { (): Application; json(): Handler };
  export = express;
}

declare module 'fastify' {
  type Request = {
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly params: Readonly<Record<string, string>>;
    readonly body: { readonly quantity: number };
  };
  type Reply = {
    code(status: number): Reply;
    send(body: unknown): Reply;
  };
  type Options = { readonly schema: object };
  type Handler = (request: Request, reply: Reply) => unknown;
  type Instance = {
    addHook(
      name: 'onRequest',
      handler: (request: Request, reply: Reply, done: () => void) => void,
    ): void;
    get(path: string, handler: Handler): void;
    patch(path: string, options: Options, handler: Handler): void;
    listen(options: { readonly port: number; readonly host: string }): Promise<string>;
  };
  export function fastify(): Instance;
}
