import { direction, language } from './messages/language.ts';
import { startSettings } from './state/storage.ts';

// main.tsx imports this file first: language, text direction and theme are set before the texts have been loaded.
document.documentElement.lang = language;
document.documentElement.dir = direction;
startSettings();
