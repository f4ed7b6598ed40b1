import { type MailLanguage, mailLanguages } from './texts.ts';

/** Where mail is sent through, read from an address such as `smtp://user:secret@host:587`. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  /** `smtps` begins with TLS. `smtp` begins in plain text, and changes to TLS if the server can. */
  readonly protocol: 'smtp' | 'smtps';
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
};

/** A time of the day in the time zone of the shop. */
export type TimeOfDay = { readonly hour: number; readonly minute: number };

export type MailSettings = {
  readonly server: MailServer;
  readonly from: string;
  readonly to: readonly string[];
  readonly at: TimeOfDay;
  readonly language: MailLanguage;
};

const defaultPorts = { smtp: 587, smtps: 465 } as const;

/** Reads MAIL_URL. Throws nothing that contains a part of it, because it may have a password. */
export function parseMailUrl(text: string): MailServer | undefined {
  const url = URL.parse(text);
  const protocol = url?.protocol.slice(0, -1);
  if (url === null || (protocol !== 'smtp' && protocol !== 'smtps')) return undefined;
  const isMore = !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '';
  if (url.hostname === '' || isMore) return undefined;
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === undefined || password === undefined || (user === '') !== (password === ''))
    return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPorts[protocol] : Number(url.port),
    protocol,
    credentials: user === '' ? undefined : { user, password },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Reads addresses with commas between. Undefined if one of them is not an address. */
export function parseAddresses(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every((address) => parseSender(address) !== undefined) ? addresses : undefined;
}

/** Reads an address such as `shop@example.com` or `Pet Shop <shop@example.com>`. */
export function parseSender(text: string): string | undefined {
  const isAddress = /^(?:[^<>"@,\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u.test(
    text,
  );
  return isAddress ? text : undefined;
}

export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

export function timeOfDayText({ hour, minute }: TimeOfDay): string {
  return `${hour}`.padStart(2, '0').concat(':', `${minute}`.padStart(2, '0'));
}

export function parseMailLanguage(text: string): MailLanguage | undefined {
  return mailLanguages.find((language) => language.toLowerCase() === text.toLowerCase());
}
