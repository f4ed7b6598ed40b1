import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { languageCodes } from '../../../dashboard/compile-messages.ts';
import { hasNoViolation } from '../../support/browser/axe.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { notInstalled } from '../../support/tool.ts';
import { tour } from '../tour.ts';
import { fits } from '../visibility.ts';
import { wordsIn } from '../words.ts';

/** The screens and dialogs that have a layout of their own on a phone. */
const narrowLayouts = ['editor', 'conflict', 'reports', 'settings', 'new key'];

const desktop = { width: 1280, height: 800 };
const smallestPhone = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

/** Regions whose digits or separators differ from English ones. */
const regions: Readonly<Record<string, string>> = {
  ar: 'ar-EG',
  de: 'de-DE',
  fr: 'fr-FR',
  ja: 'ja-JP',
};

/**
 * Languages without the Latin script. A Latin word on a screen is untranslated, unless it is a name
 * or a term.
 */
const otherScripts = ['ar', 'ja'];

/**
 * Words that stay the same in every language: names of pets, keys, files and products, and codes.
 */
const names =
  /[\da-f-]{36}|Shopify|Square|WooCommerce|Lightspeed|Numbers|JAN|quantity|status|Pawstock|paw_\S*|order-\d|till(-1)?|boss|admin|a-key|pets\.csv|petId|Code|Menge|Bezeichnung|active|A very long name.*|https?:\/\/\S*|web-shop|127\.0\.0\.1\S*|UTC|[A-Z][a-z]+\/[A-Z]\w+|English|Deutsch|Français|Español|Português \(Brasil\)|Nederlands/g;
const terms =
  /\b(API|CSV|Excel|ID|IDs|QR|SKU|EAN|TLS|Webhook|webhook|xlsx|Ctrl|Shift|Enter|Esc|Home|End|Page Up|Page Down|Tab|PgUp|PgDn|MB)\b/g;

/**
 * Skips Japanese if no typeface has its letters: the browser then draws boxes of another size. CI
 * never skips it.
 */
function noJapaneseTypeface(): string | false {
  const typefaces = spawnSync('fc-list', [':lang=ja']).stdout;
  return !typefaces?.length && process.env['CI'] === undefined && notInstalled(['fonts-vlgothic']);
}

/** The tour of all screens consists mostly of waiting, so two languages are tested at a time. */
const concurrency = 2;

/** Eight tours, two at a time, take longer than the usual limit of a test on a slow machine. */
const timeout = 900_000;

suite('every screen on the smallest phone', { skip: noBrowser(), concurrency, timeout }, () => {
  for (const code of languageCodes) {
    test(`in ${code}`, { skip: code === 'ja' && noJapaneseTypeface() }, async (t) => {
      const locale = regions[code] ?? code;
      const service = await startService(t, { pets: [] });
      const page = await openPage(t, service, {
        ...smallestPhone,
        locale,
        secret: null,
        mayBeRefused: true,
      });
      const faults: string[] = [];
      await tour(page, service, await wordsIn(code, locale), async (where) => {
        const { lang, dir, ...found } = await look(page);
        assert.deepEqual([lang, dir], [code, code === 'ar' ? 'rtl' : 'ltr'], where);
        await fits(page, where);
        faults.push(...found.cutOff.map((text) => `${where}: cut off: ${text}`));
        if (otherScripts.includes(code)) {
          const foreign = found.texts.filter((text) =>
            /[A-Za-z]{2}/.test(text.replace(names, '').replace(terms, '')),
          );
          faults.push(...foreign.map((text) => `${where}: not translated: ${text}`));
        }
        // Roles and colours are the same in every language, so the accessibility check runs in one
        // language only.
        if (code !== 'en') return;
        await hasNoViolation(page, where, { colors: narrowLayouts.includes(where) });
        await page.setViewportSize(desktop);
        await hasNoViolation(page, `${where}, on a desktop`);
        await page.setViewportSize(smallestPhone.viewport);
      });
      assert.deepEqual([...new Set(faults)], []);
    });
  }
});

/**
 * Returns all texts of the page, including those for screen readers, and the texts that are cut
 * off.
 */
function look(page: Page) {
  return page.evaluate(() => {
    const texts: string[] = [];
    const cutOff: string[] = [];
    const root = document.documentElement;
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    for (const element of document.querySelectorAll('body *')) {
      if (!isShown(element) || element.closest('[data-live-announcer], script, style') !== null)
        continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = own.map((node) => node.textContent?.trim()).join(' ');
      texts.push(text);
      const { overflowX, position } = getComputedStyle(element);
      const isHiddenForEyes = position === 'absolute' && element.clientWidth <= 1;
      const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      // Only texts with letters count as cut off, because the page shortens a very long pet ID on
      // purpose.
      if (/\p{L}/u.test(text) && isCut && !isHiddenForEyes) cutOff.push(text);
      // An input or button outside the window counts as cut off, unless the user can scroll the
      // part that contains it.
      const { left, right } = element.getBoundingClientRect();
      const isOutside = left < -1 || right > innerWidth + 1;
      const mayScroll = element.closest('[data-scrolls-sideways]') !== null;
      if (element.matches('input, button') && isOutside && !mayScroll)
        cutOff.push(element.outerHTML);
    }
    const headline = [...document.querySelectorAll('main nav a')].map(
      (link) => link.getBoundingClientRect().top,
    );
    if (new Set(headline).size > 1) cutOff.push('the headline takes two lines');
    texts.push(document.title);
    return { lang: root.lang, dir: root.dir, texts: texts.filter(Boolean), cutOff };
  });
}
