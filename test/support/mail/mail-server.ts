import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Certificate, createCertificate } from '../network/certificate.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
};

/** The user and the password that the mail server takes. The password needs to be percent-encoded. */
export const mailUser = { user: 'shop', password: 'se@cret/word' };

type Options = Pick<SMTPServerOptions, 'secure' | 'disabledCommands' | 'authOptional'>;

/**
 * A real mail server. `env` makes a `pawstock` process send through it and trust its certificate.
 */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** The response to each mail, in place of taking it. */
  refusal: string | undefined;
  /** Where clients get no response: when they connect, or when the server has their mail. */
  holdsAt: 'connection' | 'mail' | undefined;
  /** How many clients have connected. */
  connections = 0;
  readonly #held: (() => void)[] = [];
  readonly port: number;
  readonly #certificate: Certificate;
  readonly #protocol: 'smtp' | 'smtps';

  private constructor(port: number, certificate: Certificate, protocol: 'smtp' | 'smtps') {
    this.port = port;
    this.#certificate = certificate;
    this.#protocol = protocol;
  }

  static async start(t: TestContext, options: Options = {}): Promise<MailServer> {
    const certificate = createCertificate(temporaryFolder(t));
    let own: MailServer | undefined;
    const server = new SMTPServer({
      authOptional: true,
      ...options,
      logger: false,
      key: readFileSync(certificate.key),
      cert: readFileSync(certificate.cert),
      onConnect: (_session, callback) => {
        if (own !== undefined) own.connections++;
        if (own === undefined) callback();
        else own.#respond('connection', callback);
      },
      onAuth: ({ username, password }, _session, callback) => {
        const isRight = username === mailUser.user && password === mailUser.password;
        // Some mail servers repeat what they were sent.
        if (isRight) callback(null, { user: username });
        else callback(new Error(`no such user ${username} with ${password}`));
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (own?.refusal !== undefined) return callback(new Error(own.refusal));
          const { mailFrom, rcptTo } = session.envelope;
          own?.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            ...parseMail(Buffer.concat(chunks).toString('utf8')),
            isEncrypted: session.secure,
            user: session.user,
          });
          if (own === undefined) callback(null);
          else own.#respond('mail', callback);
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as AddressInfo;
    own = new MailServer(port, certificate, options.secure === true ? 'smtps' : 'smtp');
    return own;
  }

  #respond(at: 'connection' | 'mail', callback: () => void): void {
    if (this.holdsAt === at) this.#held.push(callback);
    else callback();
  }

  /** Responds to all that wait, and holds no client any more. */
  release(): void {
    this.holdsAt = undefined;
    for (const respond of this.#held.splice(0)) respond();
  }

  /** Settings of a service that sends through this server, with `credentials` before its host. */
  settings(credentials = '') {
    return {
      MAIL_URL: `${this.#protocol}://${credentials}127.0.0.1:${this.port}`,
      MAIL_FROM: 'Pet Shop <shop@shop.example>',
      MAIL_TO: 'owner@shop.example, clerk@shop.example',
    };
  }

  env(credentials = '') {
    return { ...this.settings(credentials), NODE_EXTRA_CA_CERTS: this.#certificate.cert };
  }
}

/** The credentials that the server takes, as a part of MAIL_URL. */
export const rightCredentials = `${mailUser.user}:${encodeURIComponent(mailUser.password)}@`;

type ParsedMail = Pick<ReceivedMail, 'subject' | 'text' | 'html'>;

function parseMail(raw: string): ParsedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(head) ?? [];
  const parts = raw.split(`--${boundary}`);
  const partOf = (type: string) => decodePart(parts.find((part) => part.includes(type)) ?? '');
  const [, subject = ''] = /^Subject: ((?:.|\r\n[ \t])*)$/m.exec(head) ?? [];
  return {
    subject: decodeWords(subject.replaceAll(/\r\n[ \t]+/g, ' ')),
    text: partOf('Content-Type: text/plain').replaceAll('\r\n', '\n'),
    html: partOf('Content-Type: text/html').replaceAll('\r\n', '\n'),
  };
}

function decodePart(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (/Content-Transfer-Encoding: base64/i.test(part))
    return Buffer.from(body, 'base64').toString();
  if (/Content-Transfer-Encoding: quoted-printable/i.test(part))
    return decodeQuoted(body.replaceAll('=\r\n', ''));
  return body;
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes the words of a header that are not ASCII. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
