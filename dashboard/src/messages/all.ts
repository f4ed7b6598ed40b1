import { language, languages } from './language.ts';
import { translator } from './translator.ts';

const [first, later] = await Promise.all([languages[language].first(), languages[language].later()]);

/** The text of any message in the user's language, for the parts of the page that are loaded on demand. */
export const t = translator({ ...first.messages, ...later.messages });
