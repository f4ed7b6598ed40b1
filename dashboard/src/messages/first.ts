import { language, languages } from './language.ts';
import { translator } from './translator.ts';

const { messages } = await languages[language].first();

/** Returns the text of a message that is loaded with the page, in the user's language. See docs/decisions/0032. */
export const t = translator(messages);
