import { t } from '../messages/first.ts';
import { type Language, language, languages } from '../messages/language.ts';
import { writeStorage } from '../state/storage.ts';
import { notify } from '../ui/notifications.tsx';
import type { Options } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { secretForReload } from './session.ts';

export const languageOptions = Object.entries(languages).map(([code, { name }]) => [
  code,
  name,
]) as Options<Language>;

/**
 * Loads the page again in another language, which this device remembers. Shows an error if that is
 * not possible.
 */
export async function setLanguage(next: string): Promise<void> {
  const answer = await fetch('', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) {
    const text = t('error.because', {
      outcome: t('session.languageNotChanged'),
      reason: t('error.unreachable'),
    });
    return notify({ tone: 'error', text });
  }
  writeStorage('local', 'language', next);
  // Secrets are only in memory, so the secret goes into the URL, where the reloaded page takes it
  // from. A person whom the device knows types their PIN instead.
  const link = secretForReload();
  if (link !== undefined) history.replaceState(null, '', `#${new URLSearchParams(link)}`);
  location.reload();
}

/** Lets users who cannot read the page choose another language before they sign in. */
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
