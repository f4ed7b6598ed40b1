import type { ShopDays } from '@pawstock/shared/shop-days.ts';
import type { Logger } from 'pino';
import { errorMessage } from '../caught-error.ts';
import { DomainError, isUnavailable } from '../domain/errors.ts';
import {
  beginMails,
  endMails,
  type MailAttempt,
  type MailProgress,
  type MailRecord,
  type MailResult,
  morningSubject,
} from '../domain/mail-progress.ts';
import { faultName, type ServiceFault } from '../domain/service-fault.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { Lane, type OnLaneWait } from '../lanes.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import { atMost } from '../time-limit.ts';
import type { MailSettings } from './mail-settings.ts';
import { collectMorning } from './morning.ts';
import { MailWriter } from './render.ts';
import { type MailBody, sendMail } from './transport.ts';

type Options = {
  readonly settings: MailSettings;
  readonly inventory: Inventory;
  readonly shopDays: ShopDays;
  readonly platform: Platform;
  readonly limits: Limits;
  readonly log: Logger;
  /** Whether this instance is the one of all instances that sends. */
  readonly isLeading: () => boolean;
  readonly faults: () => Promise<readonly ServiceFault[]>;
  readonly onLaneWait: OnLaneWait;
};

/**
 * Sends a mail each morning, and one at once about faults of the service. Nothing waits for the mail
 * server: a mail that cannot be sent is tried again until the day ends. See
 * docs/decisions/0035-mail.md.
 */
export class Mailer {
  readonly #options: Options;
  readonly #writer: MailWriter;
  readonly #tests: Lane;
  #stopTicking: (() => void) | undefined;
  #ticking: Promise<void> | undefined;
  /** What could not be stored yet, because the disk is full or the store is away. */
  #unstored: readonly MailRecord[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#tests = new Lane('mailTests', options.limits, {
      platform: options.platform,
      onWait: options.onLaneWait,
    });
    this.#writer = new MailWriter(options.settings.language, options.shopDays.timeZone);
  }

  get settings(): MailSettings {
    return this.#options.settings;
  }

  start(): void {
    const { platform, limits } = this.#options;
    this.#stopTicking = platform.every(limits.mailTickMs, () => void this.tick());
  }

  /** Waits a while for a mail that is being sent, so that no other instance sends it again. */
  async stop(): Promise<void> {
    this.#stopTicking?.();
    const { platform, limits } = this.#options;
    if (this.#ticking !== undefined) await atMost(platform, limits.drainDeadlineMs, this.#ticking);
  }

  /** Sends the mail of this morning now, because a person has asked for it. */
  sendNow(keyId: number): Promise<void> {
    return this.#tests.run(async () => {
      const { inventory } = this.#options;
      await inventory.ensureFresh();
      const result = await this.#send(() => this.#morningMail(inventory.head.clockMs));
      await inventory.store.recordMail({ result, progress: [] });
    }, keyId);
  }

  /** Sends what is due. Does nothing while an earlier call still sends. */
  async tick(): Promise<void> {
    if (this.#ticking !== undefined || !this.#options.isLeading()) return;
    this.#ticking = this.#sendDue();
    try {
      await this.#ticking;
    } catch (error) {
      if (!isUnavailable(error)) this.#options.log.error({ err: error }, 'no mail can be sent');
    } finally {
      this.#ticking = undefined;
    }
  }

  async #sendDue(): Promise<void> {
    const { inventory, shopDays, settings } = this.#options;
    await inventory.ensureFresh();
    const nowMs = inventory.head.clockMs;
    const day = shopDays.dayOf(nowMs);
    await this.#storeRecords(day);

    const dueMinute = 60 * settings.at.hour + settings.at.minute;
    if (shopDays.minuteOf(nowMs) >= dueMinute) {
      const attempt = { day, subjects: [morningSubject], nowMs };
      await this.#sendOnce(attempt, () => this.#morningMail(nowMs));
    }

    const faults = await this.#options.faults();
    await this.#sendOnce({ day, subjects: faults.map(faultName), nowMs }, async (subjects) =>
      this.#writer.faults(faults.filter((fault) => subjects.includes(faultName(fault)))),
    );
  }

  /** Sends one mail about those subjects of which none was sent on this day. */
  async #sendOnce(
    attempt: MailAttempt,
    write: (subjects: readonly string[]) => Promise<MailBody>,
  ): Promise<void> {
    const begun = await this.#begin(attempt);
    if (begun.length === 0) return;

    const result = await this.#send(() => write(begun.map(({ subject }) => subject)));
    this.#unstored = [
      ...this.#unstored,
      { result, progress: endMails(begun, result, attempt.nowMs) },
    ];
    await this.#storeRecords(attempt.day);
  }

  /**
   * Notes in the store, before anything is sent, that this instance sends these mails. On a full
   * disk nothing can be noted, and the memory of this instance decides.
   */
  async #begin(attempt: MailAttempt): Promise<MailProgress[]> {
    const { inventory, limits } = this.#options;
    const stored = await inventory.store.mailProgress(attempt.day);
    const remembered = this.#unstored.flatMap(({ progress }) => progress).toReversed();
    const due = beginMails(attempt, [...remembered, ...stored], limits);
    if (due.length === 0) return [];
    try {
      const subjects = due.map(({ subject }) => subject);
      return await inventory.store.beginMails({ ...attempt, subjects });
    } catch (error) {
      if (isStorageFull(error)) return due;
      throw error;
    }
  }

  /** Stores what is not stored yet. What happened on an earlier day is of no more use. */
  async #storeRecords(day: string): Promise<void> {
    this.#unstored = this.#unstored.filter(({ progress }) =>
      progress.some((one) => one.day === day),
    );
    try {
      for (const record of this.#unstored) {
        await this.#options.inventory.store.recordMail(record);
        this.#unstored = this.#unstored.filter((other) => other !== record);
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  async #morningMail(nowMs: number): Promise<MailBody> {
    const { inventory, shopDays, faults } = this.#options;
    return this.#writer.morning(await collectMorning(inventory, shopDays, nowMs, await faults()));
  }

  async #send(write: () => Promise<MailBody>): Promise<MailResult> {
    const { inventory, limits, settings, log } = this.#options;
    let mail: MailBody;
    try {
      mail = await write();
    } catch (error) {
      log.error({ err: error }, 'a mail could not be written; trying again later');
      return { result: 'failed', error: 'The mail could not be written. The log says why.' };
    }
    try {
      await sendMail(settings, mail, limits);
    } catch (error) {
      const cause = errorMessage(error);
      log.warn({ cause }, 'a mail could not be sent; trying again later');
      return { result: 'failed', error: cause };
    }
    log.info({ recipients: settings.to.length }, 'a mail was sent');
    return { result: 'sent', atMs: inventory.head.clockMs };
  }
}

function isStorageFull(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'storage_full';
}
