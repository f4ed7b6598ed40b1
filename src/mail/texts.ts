import { keysOf } from '@pawstock/shared/keys.ts';
import { arabic } from './texts/ar.ts';
import { german } from './texts/de.ts';
import { english } from './texts/en.ts';
import { spanish } from './texts/es.ts';
import { french } from './texts/fr.ts';
import { japanese } from './texts/ja.ts';
import type { MailTexts } from './texts/mail-texts.ts';
import { dutch } from './texts/nl.ts';
import { brazilianPortuguese } from './texts/pt-br.ts';

export const mailTexts = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  nl: dutch,
  'pt-BR': brazilianPortuguese,
  ja: japanese,
  ar: arabic,
} as const satisfies Record<string, MailTexts>;

export type MailLanguage = keyof typeof mailTexts;

export const mailLanguages: readonly MailLanguage[] = keysOf(mailTexts);
