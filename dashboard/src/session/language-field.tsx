import { t } from '../messages/first.ts';
import { type Language, language, languages } from '../messages/language.ts';
import { writeStorage } from '../state/storage.ts';
import type { Options } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { session } from './session.ts';

export const languageOptions = Object.entries(languages).map(([code, { name }]) => [code, name]) as Options<Language>;

/** Loads the page again in another language, which this device remembers. */
export function setLanguage(next: string): void {
  writeStorage('local', 'language', next);
  // The link of the first run is in no storage, so the new page finds it in its URL.
  const { value } = session;
  if (value.kind === 'setup') history.replaceState(null, '', `#${new URLSearchParams({ setup: value.secret })}`);
  location.reload();
}

/** Lets somebody who cannot read the page choose another language before they sign in. */
export function LanguageField() {
  return (
    <SelectField
      label={t('ui.language')}
      isLabelHidden
      areLanguages
      value={language}
      options={languageOptions}
      onChange={setLanguage}
    />
  );
}
