import { createTransport } from 'nodemailer';
import { errorMessage } from '../caught-error.ts';
import type { Limits } from '../limits.ts';
import type { MailServer, MailSettings } from './mail-settings.ts';

/** A mail without its addresses, as text and as HTML. */
export type MailBody = { readonly subject: string; readonly text: string; readonly html: string };

type MailLimits = Pick<Limits, 'mailTimeoutMs'>;

/** Sends a mail over a connection of its own. Rejects with a message that contains no secret. */
export async function sendMail(
  { server, from, to }: MailSettings,
  body: MailBody,
  limits: MailLimits,
): Promise<void> {
  const transport = openTransport(server, limits);
  try {
    await transport.sendMail({
      ...body,
      from,
      to: [...to],
      // Out-of-office programs do not reply to such a mail.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    throw new Error(withoutSecrets(server, error), { cause: undefined });
  } finally {
    transport.close();
  }
}

/** Connects to the mail server and signs in, without sending. Rejects as `sendMail` does. */
export async function checkMailServer(server: MailServer, limits: MailLimits): Promise<void> {
  const transport = openTransport(server, limits);
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(withoutSecrets(server, error), { cause: undefined });
  } finally {
    transport.close();
  }
}

function openTransport(
  { host, port, protocol, credentials }: MailServer,
  { mailTimeoutMs }: MailLimits,
) {
  const isTls = protocol === 'smtps';
  return createTransport({
    host,
    port,
    secure: isTls,
    // A password is never sent in plain text.
    requireTLS: !isTls && credentials !== undefined,
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: mailTimeoutMs,
    greetingTimeout: mailTimeoutMs,
    socketTimeout: mailTimeoutMs,
    dnsTimeout: mailTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A server may repeat in its answer what it was sent. */
function withoutSecrets({ credentials }: MailServer, error: unknown): string {
  const message = errorMessage(error);
  const line = message.replaceAll(/\s+/g, ' ').slice(0, 300);
  if (credentials === undefined) return line;
  const { user, password } = credentials;
  const secrets = [
    password,
    encodeURIComponent(password),
    Buffer.from(password).toString('base64'),
    Buffer.from(`\0${user}\0${password}`).toString('base64'),
  ];
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line);
}
