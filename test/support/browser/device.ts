import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { temporaryFolder } from '../temporary-folder.ts';
import { patienceMs } from '../until.ts';
import { findChromium } from './chromium.ts';
import { browserArgs, preparePage } from './page.ts';

/**
 * A device with a browser of its own, which can be closed and started again. What pages have stored
 * is still there then, and service workers work.
 */
export class Device {
  readonly #folder: string;
  readonly #settings: BrowserContextOptions;
  #context: BrowserContext | undefined;
  /** The errors that pages have thrown or logged. They fail the test. */
  readonly errors: string[] = [];

  private constructor(folder: string, settings: BrowserContextOptions) {
    this.#folder = folder;
    this.#settings = settings;
  }

  static start(t: TestContext, settings: BrowserContextOptions = {}): Device {
    const folder: string = temporaryFolder(t, () => device.close());
    const device = new Device(folder, settings);
    t.after(() => assert.deepEqual(device.errors, [], 'errors in the page'));
    return device;
  }

  /** Opens a page in the device's browser, which is started first if it is closed. */
  async openPage(url: string): Promise<Page> {
    const context = await this.#browser();
    const page = await context.newPage();
    preparePage(page);
    page.on('pageerror', (error) => this.errors.push(error.message));
    await page.goto(url);
    return page;
  }

  /** Closes the browser, as when the device is switched off. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  async #browser(): Promise<BrowserContext> {
    const executablePath = findChromium();
    assert.ok(executablePath !== undefined, 'there is no Chromium on this machine');
    this.#context ??= await chromium.launchPersistentContext(this.#folder, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...this.#settings,
      executablePath,
      args: browserArgs,
      timeout: 2 * patienceMs,
    });
    return this.#context;
  }
}

/** Waits until the service worker of a page has kept all files and answers the page's requests. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller?.state === 'activated') resolve();
    else serviceWorker.ready.then(resolve);
  })`);
}
