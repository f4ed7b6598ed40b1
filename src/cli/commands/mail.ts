import { Command } from 'commander';
import { limits } from '../../limits.ts';
import { MailWriter } from '../../mail/render.ts';
import { sendMail } from '../../mail/transport.ts';
import { checkSettings, readSettings, SettingsError } from '../../settings.ts';

const testCommand = new Command('test')
  .description('Send a test to MAIL_TO through the mail server at MAIL_URL.')
  .action(async () => {
    const { raw, faults } = readSettings();
    const { mail, timeZone } = checkSettings(raw, faults);
    if (mail === undefined)
      throw new SettingsError(['Mail is not set up. Set MAIL_URL, MAIL_FROM and MAIL_TO.']);
    const message = new MailWriter(mail.language, timeZone).test();
    await sendMail(mail, message, limits).catch((error: Error) => {
      throw new Error(`The mail server at MAIL_URL did not take the mail: ${error.message}`);
    });
    process.stderr.write(`A test was sent to ${mail.to.join(', ')}.\n`);
  });

export const mailCommand = new Command('mail')
  .description('Check that the mail of the service arrives.')
  .addCommand(testCommand);
