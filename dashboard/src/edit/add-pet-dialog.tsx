import type { InventoryItem, PetStatus } from '../../../client/inventory-types.ts';
import { asPetId, parsePetId } from '../../../src/domain/item.ts';
import type { Details } from '../../../src/domain/pet-details.ts';
import { isVersionMismatch } from '../api/errors.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { closeOverlay, type OverlayOf } from '../state/screen.ts';
import { details, titleOf } from '../stock/details.ts';
import { askAboutCode, parseQuantity } from '../stock/pet.ts';
import { stock, useStockView } from '../stock/store.ts';
import { writePet } from '../stock/write-pet.ts';
import { statusNames } from '../ui/format.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { DetailsFields, type DetailsForm, emptyDetails, explainTaken, parseDetails } from './details-dialog.tsx';

type NewPetForm = {
  /** undefined until it has been typed: the next free ID is suggested. */
  readonly petId: string | undefined;
  readonly quantity: string;
  readonly status: PetStatus;
  readonly details: DetailsForm;
};

/** The form is kept outside the component, so that it survives signing in again. */
const formState = new Observable<NewPetForm | undefined>(undefined);

const emptyForm: NewPetForm = { petId: undefined, quantity: '', status: 'available', details: emptyDetails };

export function AddPetDialog({ petId: wantedId, barcode = '' }: OverlayOf<'add'>) {
  const typed = useObservable(formState);
  useObservable(details);
  useStockView();
  const empty = { ...emptyForm, details: { ...emptyDetails, barcode } };
  const { petId = wantedId || nextFreeId(), ...rest } = typed ?? empty;
  const form = { petId, ...rest };
  const fieldErrors = newPetErrors(form);
  const pet = parseNewPet(form);
  const update = (change: Partial<NewPetForm>) => formState.set({ ...(typed ?? empty), ...change });
  const close = () => {
    formState.set(undefined);
    closeOverlay();
  };

  return (
    <FormDialog
      title="Add a pet"
      onClose={close}
      submit={['Add', 'Adding…']}
      failure="Not added"
      onSubmit={pet && (() => addPet(pet))}
    >
      <DetailsFields
        form={form.details}
        petId={undefined}
        onChange={(change) => update({ details: { ...form.details, ...change } })}
        autoFocus
      >
        <TextInput
          label="ID"
          inputMode="numeric"
          value={form.petId}
          onChange={(text) => update({ petId: text.trim() })}
          error={fieldErrors.petId}
        />
        <TextInput
          label="Quantity"
          inputMode="numeric"
          value={form.quantity}
          onChange={(text) => update({ quantity: text.trim() })}
          error={fieldErrors.quantity}
        />
        <SegmentedControl
          label="Status"
          isLabelVisible
          value={form.status}
          options={optionsOf(statusNames)}
          onChange={(status) => update({ status })}
        />
      </DetailsFields>
    </FormDialog>
  );
}

/** One more than the highest ID; empty if there is none. */
function nextFreeId(): string {
  const highest = stock.sorted.at(-1)?.id ?? 0n;
  return String(asPetId((highest < 0n ? 0n : highest) + 1n) ?? '');
}

type NewPet = InventoryItem & Details;
type CompleteForm = NewPetForm & { readonly petId: string };

/** What is wrong with each field; empty fields are not complained about yet. */
function newPetErrors({ petId, quantity }: CompleteForm): { readonly petId?: string; readonly quantity?: string } {
  const id = parsePetId(petId);
  return {
    ...(petId !== '' && id === undefined && { petId: 'Enter a whole number without leading zeros.' }),
    ...(id !== undefined && stock.get(id) !== undefined && { petId: `Pet ${id} already exists.` }),
    ...(quantity !== '' &&
      parseQuantity(quantity) === undefined && {
        quantity: askAboutCode(quantity) ?? 'Enter a whole number, 0 or more.',
      }),
  };
}

/** Returns undefined until the form is complete and correct. */
function parseNewPet(form: CompleteForm): NewPet | undefined {
  const petId = parsePetId(form.petId);
  const quantity = parseQuantity(form.quantity);
  const known = parseDetails(form.details, undefined);
  const hasErrors = Object.keys(newPetErrors(form)).length > 0;
  if (petId === undefined || quantity === undefined || known === undefined || hasErrors) return undefined;
  return { petId, quantity, status: form.status, ...known };
}

async function addPet(pet: NewPet): Promise<string> {
  // Version 0 means that the pet must not exist yet. The pet and its details are stored together.
  await writePet({ ...pet, version: 0, reason: 'arrival' }).catch((error: unknown) => {
    if (isVersionMismatch(error)) throw new Error('another user has just added it.');
    return explainTaken(error);
  });
  return `${titleOf(pet.petId)} added.`;
}
