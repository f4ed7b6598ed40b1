import type { ShopDays } from '@pawstock/shared/shop-days.ts';
import type { Logger } from 'pino';
import { errorMessage } from '../caught-error.ts';
import type { DailyMail } from '../domain/daily-mail.ts';
import { DomainError, isUnavailable } from '../domain/errors.ts';
import { faultName, type ServiceFault } from '../domain/service-fault.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { Lane, type OnLaneWait } from '../lanes.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
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

/** The mail of a day that this instance has begun to send, and has not sent yet. */
type Unsent = { readonly day: string; readonly nextAttemptAtMs: number };

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
  #isTicking = false;
  #unsent: Unsent | undefined;
  /** The last day for which this instance has begun a mail. It counts where the disk is full. */
  #begunDay = '';
  /** The day on which a mail about each fault was begun, by the name of the fault. */
  readonly #begunFaults = new Map<string, string>();
  #unsentFaults: readonly ServiceFault[] = [];
  #nextFaultMailAtMs = Number.NEGATIVE_INFINITY;

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

  stop(): void {
    this.#stopTicking?.();
  }

  /** Sends the mail of this morning now, because a person has asked for it. */
  sendNow(keyId: number): Promise<void> {
    return this.#tests.run(async () => {
      const { inventory } = this.#options;
      await inventory.ensureFresh();
      await this.#send(await this.#morningMail(inventory.head.clockMs));
    }, keyId);
  }

  /** Sends what is due. Does nothing while an earlier call still sends. */
  async tick(): Promise<void> {
    if (this.#isTicking || !this.#options.isLeading()) return;
    this.#isTicking = true;
    try {
      await this.#sendDue();
    } catch (error) {
      if (!isUnavailable(error)) this.#options.log.error({ err: error }, 'no mail can be sent');
    } finally {
      this.#isTicking = false;
    }
  }

  async #sendDue(): Promise<void> {
    const { inventory, shopDays, settings } = this.#options;
    await inventory.ensureFresh();
    const nowMs = inventory.head.clockMs;
    const today = shopDays.dayOf(nowMs);
    const dueMinute = 60 * settings.at.hour + settings.at.minute;
    if (shopDays.minuteOf(nowMs) >= dueMinute) await this.#sendMorning(today, nowMs);
    await this.#sendFaults(today, nowMs);
  }

  async #sendMorning(today: string, nowMs: number): Promise<void> {
    if (this.#unsent?.day !== today) this.#unsent = await this.#begin(today, nowMs);
    if (this.#unsent === undefined || nowMs < this.#unsent.nextAttemptAtMs) return;
    // The next attempt is noted before this one, so an error in between repeats nothing at once.
    this.#unsent = { day: today, nextAttemptAtMs: nowMs + this.#options.limits.mailRetryMs };
    if (await this.#trySend(await this.#morningMail(nowMs))) this.#unsent = undefined;
  }

  /** Notes in the store, before anything is sent, that this instance sends the mail of the day. */
  async #begin(today: string, nowMs: number): Promise<Unsent | undefined> {
    if (this.#begunDay === today) return undefined;
    const { store } = this.#options.inventory;
    const isClaimed = await this.#claim(() => store.claimMailDay(today));
    this.#begunDay = today;
    if (isClaimed || this.#hasFailed(await store.dailyMail(), today))
      return { day: today, nextAttemptAtMs: nowMs };
    return undefined;
  }

  /** Whether another instance has begun the mail of the day, and has not been able to send it. */
  #hasFailed({ attemptedDay, lastError, lastSentAtMs }: DailyMail, today: string): boolean {
    if (attemptedDay !== today || lastError === null) return false;
    return lastSentAtMs === null || this.#options.shopDays.dayOf(lastSentAtMs) !== today;
  }

  async #morningMail(nowMs: number): Promise<MailBody> {
    const { inventory, shopDays, faults } = this.#options;
    return this.#writer.morning(await collectMorning(inventory, shopDays, nowMs, await faults()));
  }

  async #sendFaults(today: string, nowMs: number): Promise<void> {
    const { store } = this.#options.inventory;
    for (const fault of await this.#options.faults()) {
      const name = faultName(fault);
      if (this.#begunFaults.get(name) === today) continue;
      const isFirst = await this.#claim(() => store.claimMailFault(name, today));
      this.#begunFaults.set(name, today);
      if (isFirst) this.#unsentFaults = [...this.#unsentFaults, fault];
    }
    if (this.#unsentFaults.length === 0 || nowMs < this.#nextFaultMailAtMs) return;
    this.#nextFaultMailAtMs = nowMs + this.#options.limits.mailRetryMs;
    if (await this.#trySend(this.#writer.faults(this.#unsentFaults))) {
      this.#unsentFaults = [];
      this.#nextFaultMailAtMs = Number.NEGATIVE_INFINITY;
    }
  }

  /** On a full disk nothing can be noted in the store. Then only the memory of this instance counts. */
  async #claim(note: () => Promise<boolean>): Promise<boolean> {
    try {
      return await note();
    } catch (error) {
      if (isStorageFull(error)) return true;
      throw error;
    }
  }

  async #trySend(mail: MailBody): Promise<boolean> {
    try {
      await this.#send(mail);
      return true;
    } catch (error) {
      const cause = errorMessage(error);
      this.#options.log.warn({ cause }, 'a mail could not be sent; trying again later');
      return false;
    }
  }

  async #send(mail: MailBody): Promise<void> {
    const { inventory, limits, settings, log } = this.#options;
    try {
      await sendMail(settings, mail, limits);
    } catch (error) {
      const message = errorMessage(error);
      await this.#claim(() =>
        inventory.store.recordMail({ result: 'failed', error: message }).then(() => true),
      );
      throw error;
    }
    log.info({ recipients: settings.to.length }, 'a mail was sent');
    const atMs = inventory.head.clockMs;
    await this.#claim(() => inventory.store.recordMail({ result: 'sent', atMs }).then(() => true));
  }
}

function isStorageFull(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'storage_full';
}
