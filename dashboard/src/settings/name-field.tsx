import {
  hiddenCharacterFault,
  nameCharactersMax,
  nameFault,
  normalizeName,
} from '@pawstock/shared/name.ts';
import type { ComponentProps } from 'react';
import { t } from '../messages/all.ts';
import { TextInput } from '../ui/text-input.tsx';

/** The typed text as the name of a key or a webhook; undefined if it is not a valid name. */
export function nameFrom(typed: string): string | undefined {
  const name = normalizeName(typed).trim();
  return nameFault(name) === undefined ? name : undefined;
}

function problemOf(typed: string): string | undefined {
  if (typed.trim() === '' || nameFrom(typed) !== undefined) return undefined;
  if ([...typed.trim()].length > nameCharactersMax)
    return t('settings.nameTooLong', { count: nameCharactersMax });
  if (hiddenCharacterFault(normalizeName(typed)) !== undefined) return t('settings.nameWithHidden');
  return /[/\\]/.test(typed) ? t('settings.nameWithSlash') : t('settings.nameWithSigns');
}

type Props = Partial<ComponentProps<typeof TextInput>> & { readonly value: string };

export function NameField(props: Props) {
  const error = problemOf(props.value);
  return (
    <TextInput label={t('settings.name')} error={error} autoFocus spellCheck="false" {...props} />
  );
}
