import { InvalidArgumentError } from 'commander';
import { SettingsError } from '../../settings.ts';

/** The address of a dashboard. */
export function dashboardArgument(text: string): string {
  const url = URL.parse(text);
  // Not an InvalidArgumentError: that would print the address with its password.
  if (url?.username || url?.password) {
    throw new SettingsError(['The address of the dashboard must not contain a user name or password.']);
  }
  if (url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text)) return url.href;
  throw new InvalidArgumentError(
    'It must be the http or https address of the dashboard, such as https://shop.example.',
  );
}

/** A link that signs in to the dashboard. The key is in the fragment, which browsers send to no server. */
export function signInLink(dashboardUrl: string, secret: string): string {
  return `${dashboardUrl.replace(/\/$/, '')}/#key=${secret}`;
}

/** A QR code for a terminal, two rows of it in a line. Its colours are fixed: cameras need dark on light. */
export async function qrCode(text: string): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr');
  const lines = renderUnicodeCompact(text, { border: 2 }).split('\n');
  return lines.map((line) => `\x1b[97;40m${line}\x1b[0m\n`).join('');
}
