import { language, languages } from './language.ts';
import { translator } from './translator.ts';

const [first, later] = await Promise.all([languages[language].first(), languages[language].later()]);

/** Returns the text of any message in the user's language, for code that is loaded on demand. */
export const t = translator({ ...first.messages, ...later.messages });
