import { Fragment, type ReactNode, useState } from 'react';
import { PawstockError } from '../../../client/error.ts';
import { type Details, detailFields, detailRules, isValidText, mapDetails } from '../../../src/domain/pet-details.ts';
import { t } from '../messages/all.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay } from '../state/screen.ts';
import { lowThreshold } from '../state/storage.ts';
import { holderOf } from '../stock/barcodes.ts';
import { details, detailsOf, loadDetails, saveDetails, titleOf } from '../stock/details.ts';
import { askAboutCode, parseQuantity, writeQuantity } from '../stock/pet.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { fieldNames } from '../ui/names.ts';
import { TextInput } from '../ui/text-input.tsx';

export function DetailsDialog({ petId }: { readonly petId: bigint }) {
  const [form, setForm] = useState(() => mapDetails<DetailsForm>((field) => textOf(detailsOf(petId)[field])));
  useObservable(details);
  const wanted = parseDetails(form, petId);
  const save = async (changed: Details) => {
    await saveDetails(petId, changed).catch(explainTaken);
    return t('dialog.saved', { pet: titleOf(petId) });
  };
  return (
    <FormDialog
      title={t('dialog.detailsOf', { id: String(petId) })}
      onClose={closeOverlay}
      submit={[t('edit.save'), t('ui.saving')]}
      onSubmit={wanted && (() => save(wanted))}
    >
      <DetailsFields form={form} petId={petId} onChange={(change) => setForm({ ...form, ...change })} />
    </FormDialog>
  );
}

function textOf(value: string | number | null): string {
  return typeof value === 'number' ? writeQuantity(value) : (value ?? '');
}

/** The texts of the fields. An empty text means that the pet has no such detail. */
export type DetailsForm = Readonly<Record<keyof Details, string>>;

export const emptyDetails = mapDetails<DetailsForm>(() => '');

/** Returns undefined until everything is correct. `petId`: the pet that may have the barcode already. */
export function parseDetails(form: DetailsForm, petId: bigint | undefined): Details | undefined {
  if (detailFields.some((field) => errorIn(field, form, petId) !== undefined)) return undefined;
  return mapDetails<Details>((field) => parseField(field, form[field]) as null);
}

/** Returns null for an empty field, and undefined for one that cannot be stored. */
function parseField(field: keyof Details, typed: string): string | number | null | undefined {
  const rule = detailRules[field];
  const text = rule.kind === 'text' ? typed.trim().replaceAll(/\s+/g, ' ') : typed.trim();
  if (text === '') return null;
  if (rule.kind === 'quantity') return parseQuantity(text);
  return isValidText(rule, text) ? text : undefined;
}

function errorIn(field: keyof Details, form: DetailsForm, petId: bigint | undefined): string | undefined {
  const value = parseField(field, form[field]);
  const rule = detailRules[field];
  if (value === undefined) {
    if (rule.kind === 'quantity') return askAboutCode(form[field]) ?? t('dialog.enterQuantity');
    return t(rule.kind === 'code' ? 'dialog.enterCode' : 'dialog.enterText', { max: rule.charactersMax });
  }
  const holder = field === 'barcode' && typeof value === 'string' ? holderOf(value) : undefined;
  if (holder === undefined || holder === petId) return undefined;
  return t('dialog.barcodeTaken', { pet: titleOf(holder) });
}

/** If another pet has just got the barcode, loads the details again, so that the field can name that pet. */
export async function explainTaken(error: unknown): Promise<never> {
  if (!(error instanceof PawstockError && error.code === 'barcode_taken')) throw error;
  await loadDetails();
  throw new Error(t('dialog.justTaken'));
}

type Props = {
  readonly form: DetailsForm;
  readonly petId: bigint | undefined;
  readonly onChange: (change: Partial<DetailsForm>) => void;
  /** Fields that come after the name. */
  readonly children?: ReactNode;
};

export function DetailsFields({ form, petId, onChange, children }: Props) {
  const hints = {
    name: t('dialog.nameHint'),
    barcode: t('dialog.barcodeHint'),
    lowAt: t('dialog.lowAtHint', { usual: useObservable(lowThreshold) }),
  };
  return detailFields.map((field) => {
    const { kind } = detailRules[field];
    return (
      <Fragment key={field}>
        <TextInput
          label={t('dialog.optional', { field: fieldNames[field] })}
          hint={hints[field]}
          error={errorIn(field, form, petId)}
          value={form[field]}
          onChange={(text) => onChange({ [field]: text })}
          autoFocus={field === 'name'}
          inputMode={kind === 'quantity' ? 'numeric' : 'text'}
          spellCheck={kind === 'text' ? 'true' : 'false'}
          input={{ 'data-takes-scans': kind === 'code' || undefined }}
        />
        {field === 'name' && children}
      </Fragment>
    );
  });
}
