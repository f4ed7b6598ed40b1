import type { InventoryItem, PetStatus } from '../../../client/inventory-types.ts';
import { asPetId, parsePetId } from '../../../src/domain/item.ts';
import type { Details } from '../../../src/domain/pet-details.ts';
import { isVersionMismatch } from '../api/errors.ts';
import { t } from '../messages/all.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { closeOverlay, type OverlayOf } from '../state/screen.ts';
import { details, titleOf } from '../stock/details.ts';
import { askAboutCode, fold, parseQuantity } from '../stock/pet.ts';
import { stock, useStockView } from '../stock/store.ts';
import { writePet } from '../stock/write-pet.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { fieldNames, statusNames } from '../ui/names.ts';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { DetailsFields, type DetailsForm, emptyDetails, explainTaken, parseDetails } from './details-dialog.tsx';

type NewPetForm = DetailsForm & {
  /** undefined until it has been typed: the next free ID is suggested. */
  readonly petId?: string;
  readonly quantity: string;
  readonly status: PetStatus;
};

/** The form is kept outside the component, so that it survives signing in again. */
const formState = new Observable<NewPetForm | undefined>(undefined);

export function AddPetDialog({ petId: wantedId = '', barcode = '' }: OverlayOf<'add'>) {
  const typed = useObservable(formState);
  useObservable(details);
  useStockView();
  const form: NewPetForm = typed ?? { ...emptyDetails, barcode, quantity: '', status: 'available' };
  const { petId: typedId = wantedId || nextFreeId(), status } = form;
  const petId = idProblem(typedId) === undefined ? parsePetId(fold(typedId)) : undefined;
  const quantity = parseQuantity(form.quantity);
  const known = parseDetails(form, undefined);
  const isComplete = petId !== undefined && quantity !== undefined && known !== undefined;
  const update = (change: Partial<NewPetForm>) => formState.set({ ...form, ...change });
  const close = () => {
    formState.set(undefined);
    closeOverlay();
  };

  return (
    <FormDialog
      title={t('stock.addPet')}
      onClose={close}
      submit={[t('dialog.add'), t('dialog.adding')]}
      failure={t('dialog.notAdded')}
      onSubmit={isComplete ? () => addPet({ petId, quantity, status, ...known }) : undefined}
    >
      <DetailsFields form={form} petId={undefined} onChange={update}>
        <TextInput
          label={t('dialog.id')}
          inputMode="numeric"
          value={typedId}
          onChange={(text) => update({ petId: text.trim() })}
          error={idProblem(typedId)}
        />
        <TextInput
          label={fieldNames.quantity}
          inputMode="numeric"
          value={form.quantity}
          onChange={(text) => update({ quantity: text.trim() })}
          error={quantityProblem(form.quantity)}
        />
        <SegmentedControl
          label={fieldNames.status}
          isLabelVisible
          value={status}
          options={optionsOf(statusNames)}
          onChange={(next) => update({ status: next })}
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

/** What is wrong with the typed ID; an empty one is not complained about yet. */
function idProblem(typed: string): string | undefined {
  const id = parsePetId(fold(typed));
  if (id === undefined) return typed === '' ? undefined : t('dialog.enterId');
  return stock.get(id) && t('dialog.petExists', { id: String(id) });
}

function quantityProblem(typed: string): string | undefined {
  if (typed === '' || parseQuantity(typed) !== undefined) return undefined;
  return askAboutCode(typed) ?? t('dialog.enterQuantity');
}

async function addPet(pet: InventoryItem & Details): Promise<string> {
  // Version 0 means that the pet must not exist yet. The pet and its details are stored together.
  await writePet({ ...pet, version: 0, reason: 'arrival' }).catch((error: unknown) => {
    if (isVersionMismatch(error)) throw new Error(t('dialog.justAdded'));
    return explainTaken(error);
  });
  return t('dialog.added', { pet: titleOf(pet.petId) });
}
