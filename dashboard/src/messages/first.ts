import { language, languages } from './language.ts';
import { translator } from './translator.ts';

const { messages } = await languages[language].first();

/**
 * The text of a message in the user's language, for messages that are loaded with the page (areas.ts). See
 * docs/decisions/0032.
 */
export const t = translator(messages);
