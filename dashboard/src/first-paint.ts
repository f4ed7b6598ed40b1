import { direction, language } from './messages/language.ts';
import { startSettings } from './state/storage.ts';

// main.tsx imports this file first: what the page looks like is settled before the texts are loaded, which takes a moment.
document.documentElement.lang = language;
document.documentElement.dir = direction;
startSettings();
