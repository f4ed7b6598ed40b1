/// <reference path="./catalogue.d.ts" />
import { isRTL } from 'react-aria-components/I18nProvider';
import { readStorage } from '../state/storage.ts';

/** The languages of the dashboard. The name of each is in the language itself. */
export const languages = {
  en: {
    name: 'English',
    first: () => import('./en.ts?first'),
    later: () => import('./en.ts?later'),
  },
  ar: {
    name: 'العربية',
    first: () => import('./ar.ts?first'),
    later: () => import('./ar.ts?later'),
  },
  de: {
    name: 'Deutsch',
    first: () => import('./de.ts?first'),
    later: () => import('./de.ts?later'),
  },
  es: {
    name: 'Español',
    first: () => import('./es.ts?first'),
    later: () => import('./es.ts?later'),
  },
  fr: {
    name: 'Français',
    first: () => import('./fr.ts?first'),
    later: () => import('./fr.ts?later'),
  },
  ja: {
    name: '日本語',
    first: () => import('./ja.ts?first'),
    later: () => import('./ja.ts?later'),
  },
  nl: {
    name: 'Nederlands',
    first: () => import('./nl.ts?first'),
    later: () => import('./nl.ts?later'),
  },
  'pt-BR': {
    name: 'Português (Brasil)',
    first: () => import('./pt-BR.ts?first'),
    later: () => import('./pt-BR.ts?later'),
  },
};

export type Language = keyof typeof languages;

const known = Object.keys(languages) as Language[];

function isSame(a: string, b: string): boolean {
  return new Intl.Locale(a).language === new Intl.Locale(b).language;
}

const chosen = known.find((one) => one === readStorage('local', 'language'));
const spoken = navigator.languages.flatMap((one) => known.filter((code) => isSame(one, code)));

/**
 * The language of all texts: the user's choice on this device, else the first supported language of
 * the browser.
 */
export const language: Language = chosen ?? spoken[0] ?? 'en';

/**
 * The locale of numbers and dates: the browser's first locale in the language of the texts, with
 * its region. Without such a locale, the language that the user has chosen is used. Undefined means
 * the browser's default locale.
 */
export const locale = navigator.languages.find((one) => isSame(one, language)) ?? chosen;

export const direction = isRTL(language) ? 'rtl' : 'ltr';
