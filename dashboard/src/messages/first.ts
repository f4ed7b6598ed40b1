import { language, languages } from './language.ts';
import { translator } from './translator.ts';

const { messages } = await languages[language].first();

/**
 * Returns a UI text in the user's language, if it is loaded with the web page. See
 * docs/decisions/0032.
 */
export const t = translator(messages);
