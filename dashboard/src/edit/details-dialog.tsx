import { useState } from 'react';
import { PawstockError } from '../../../client/error.ts';
import { barcodePattern, type Details, isPetName } from '../../../src/domain/pet-details.ts';
import { limits } from '../../../src/limits.ts';
import { requireSession } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
import { lowThreshold } from '../state/storage.ts';
import { details, detailsOf, holderOf, labelOf, loadDetails, saveDetails, titleOf } from '../stock/details.ts';
import { parseQuantity, withoutNulls } from '../stock/pet.ts';
import { formatNumber } from '../ui/format.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';

/** Changes what a pet is called, what a scanner reads, and when it counts as low. */
export function DetailsDialog() {
  const open = useObservable(overlay);
  if (open?.kind !== 'details') return undefined;
  return <DetailsForm key={String(open.petId)} petId={open.petId} />;
}

function DetailsForm({ petId }: { readonly petId: bigint }) {
  const [form, setForm] = useState(() => formOf(detailsOf(petId)));
  useObservable(details);
  const wanted = parseDetails(form, petId);
  const save = async (changed: Details) => {
    await saveDetails(petId, changed).catch(explainTaken);
    return `${titleOf(petId)} saved.`;
  };
  return (
    <FormDialog
      title={`Details of pet ${petId}`}
      isOpen
      onClose={closeOverlay}
      submit={['Save', 'Saving…']}
      onSubmit={wanted && (() => save(wanted))}
    >
      <DetailsFields form={form} petId={petId} onChange={(change) => setForm({ ...form, ...change })} autoFocus />
    </FormDialog>
  );
}

/** The texts of the fields. An empty text means that the pet has no such detail. */
export type DetailsForm = { readonly [Field in keyof Details]: string };

export const emptyDetails: DetailsForm = { name: '', barcode: '', lowAt: '' };

function formOf(known: Details): DetailsForm {
  return { ...withoutNulls(known), lowAt: String(known.lowAt ?? '') };
}

/** Returns undefined until everything is correct. `petId`: the pet that may have the barcode already. */
export function parseDetails(form: DetailsForm, petId: bigint | undefined): Details | undefined {
  if (Object.keys(detailsErrors(form, petId)).length > 0) return undefined;
  return {
    name: storedName(form.name) || null,
    barcode: form.barcode.trim() || null,
    lowAt: parseQuantity(form.lowAt) ?? null,
  };
}

function storedName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

function detailsErrors(form: DetailsForm, petId: bigint | undefined): Partial<DetailsForm> {
  const name = storedName(form.name);
  const barcode = form.barcode.trim();
  const holder = barcode === '' ? undefined : holderOf(barcode);
  return {
    ...(name !== '' && !isPetName(name) && { name: `Enter at most ${limits.petNameCharactersMax} characters.` }),
    ...(barcode !== '' &&
      !barcodePattern.test(barcode) && {
        barcode: `Enter at most ${limits.barcodeCharactersMax} plain letters, digits and signs, without spaces.`,
      }),
    ...(holder !== undefined &&
      holder !== petId && { barcode: `${titleOf(holder)} has this barcode. Remove it there first.` }),
    ...(form.lowAt.trim() !== '' &&
      parseQuantity(form.lowAt) === undefined && { lowAt: 'Enter a whole number, 0 or more.' }),
  };
}

/** If another pet has just got the barcode, loads the details again, so that the field can name that pet. */
export async function explainTaken(error: unknown): Promise<never> {
  if (!(error instanceof PawstockError && error.code === 'barcode_taken')) throw error;
  await loadDetails(requireSession().client);
  throw new Error('another pet has this barcode.');
}

type Props = {
  readonly form: DetailsForm;
  readonly petId: bigint | undefined;
  readonly onChange: (change: Partial<DetailsForm>) => void;
  readonly autoFocus?: boolean;
};

export function DetailsFields({ form, petId, onChange, autoFocus = false }: Props) {
  const errors = detailsErrors(form, petId);
  const usual = formatNumber(useObservable(lowThreshold));
  const hints = {
    name: ['Name', 'Shown and searched beside the ID.'],
    barcode: [
      'Barcode',
      `Scan it here, or type it. Scanning it opens ${petId === undefined ? 'the pet' : labelOf(petId)}.`,
    ],
    lowAt: ['Low at', `Counts as low with this many or fewer. If empty: ${usual}, as for all pets.`],
  } as const;
  return (['name', 'barcode', 'lowAt'] as const).map((field) => (
    <TextInput
      key={field}
      label={`${hints[field][0]} (optional)`}
      hint={hints[field][1]}
      error={errors[field]}
      value={form[field]}
      onChange={(text) => onChange({ [field]: text })}
      autoFocus={autoFocus && field === 'name'}
      inputMode={field === 'lowAt' ? 'numeric' : 'text'}
      spellCheck={field === 'name' ? 'true' : 'false'}
      input={{ 'data-takes-scans': field === 'barcode' || undefined }}
    />
  ));
}
