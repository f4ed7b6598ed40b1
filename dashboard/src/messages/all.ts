import { language, languages } from './language.ts';
import { translator } from './translator.ts';

const [first, later] = await Promise.all([
  languages[language].first(),
  languages[language].later(),
]);

/**
 * Returns the UI text for any key in the user's language. Only code that is loaded on demand
 * imports this file.
 */
export const t = translator({ ...first.messages, ...later.messages });
