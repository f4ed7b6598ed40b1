import { direction, language } from './messages/language.ts';
import { startSettings } from './state/storage.ts';

// main.tsx imports this file first, so that language, text direction and theme are right from the
// first paint.
document.documentElement.lang = language;
document.documentElement.dir = direction;
startSettings();
