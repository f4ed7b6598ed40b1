import { parsePetId, petIdAfter } from '@pawstock/shared/item.ts';
import {
  type Details,
  detailFields,
  detailRules,
  isValidText,
  mapDetails,
} from '@pawstock/shared/pet-details.ts';
import type { DetailsUpdate, InventoryItem } from 'pawstock-client/inventory-types.ts';
import { Fragment, type KeyboardEvent, type ReactNode, useState } from 'react';
import { explaining, hasCode } from '../api/describe-error.ts';
import { putNewPet } from '../counter/perform.ts';
import { newOnList } from '../counter/sheets.ts';
import { t } from '../messages/all.ts';
import { withTags } from '../messages/tags.ts';
import { rememberUser, requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, type OverlayOf } from '../state/screen.ts';
import { lowThreshold } from '../state/storage.ts';
import {
  details,
  detailsOf,
  labelOf,
  loadDetails,
  showDetails,
  titleOf,
} from '../stock/details.ts';
import { askAboutCode, fold, holderOf, parseQuantity, petOf, writeQuantity } from '../stock/pet.ts';
import { reserved } from '../stock/reserved.ts';
import { stock, useStockView } from '../stock/store.ts';
import { offerUndo } from '../stock/undo.ts';
import { writePet } from '../stock/write-pet.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { fieldNames, statusNames } from '../ui/names.ts';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { type DetailsForm, type NewPetForm, newPetForm } from './new-pet-form.ts';

export function AddPetDialog({
  petId: wantedId = '',
  barcode = '',
  isDelivered = false,
}: OverlayOf<'add'>) {
  const owner = requireSession().key.name;
  const kept = useObservable(newPetForm);
  // What another person has typed before is not shown to the next one.
  const typed = kept?.owner === owner ? kept : undefined;
  useObservable(details);
  useStockView();
  const { data: nextId = null } = useLoaded(
    (client, signal) => client.getNextPetId({ signal }),
    [],
  );
  const form: NewPetForm = typed ?? {
    ...mapDetails(() => ''),
    owner,
    barcode,
    quantity: '',
    status: 'available',
  };
  const { petId: typedId = wantedId || suggestedId(nextId), status } = form;
  const wrongId = idProblem(typedId, isDelivered);
  const petId = wrongId === undefined ? parsePetId(fold(typedId)) : undefined;
  const quantity = parseQuantity(form.quantity);
  const known = parseDetails(form, undefined);
  const isComplete = petId !== undefined && quantity !== undefined && known !== undefined;
  const update = (change: Partial<NewPetForm>) => newPetForm.set({ ...form, ...change });
  const close = () => {
    newPetForm.set(undefined);
    closeOverlay();
  };

  return (
    <FormDialog
      title={t('stock.addPet')}
      onClose={close}
      submit={[t('dialog.add'), t('dialog.adding')]}
      failure={t('dialog.notAdded')}
      onSubmit={
        isComplete
          ? () => (isDelivered ? deliver : addPet)({ petId, quantity, status, ...known })
          : undefined
      }
    >
      <DetailsFields form={form} petId={undefined} onChange={update}>
        <TextInput
          label={t('dialog.id')}
          inputMode="numeric"
          value={typedId}
          onChange={(text) => update({ petId: text.trim() })}
          error={wrongId}
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

/**
 * The suggested ID of a new pet: the one that the service gives next, or a higher one if that has
 * been taken meanwhile, in the stock or on the list of a delivery. Empty until the service has
 * answered, and if there is no higher ID.
 */
function suggestedId(next: bigint | null): string {
  if (next === null) return '';
  const taken = [stock.sorted.at(-1)?.id ?? next - 1n, ...newOnList()];
  const highest = taken.reduce((one, other) => (one > other ? one : other), next - 1n);
  return String(petIdAfter(highest) ?? '');
}

/** What is wrong with the typed ID. An empty field is no error yet. */
function idProblem(typed: string, isDelivered: boolean): string | undefined {
  const id = parsePetId(fold(typed));
  if (id === undefined) return typed === '' ? undefined : t('dialog.enterId');
  const isTaken = stock.get(id) !== undefined || (isDelivered && newOnList().includes(id));
  return isTaken ? t('dialog.petExists', { id: String(id) }) : undefined;
}

function quantityProblem(typed: string): string | undefined {
  if (typed === '' || parseQuantity(typed) !== undefined) return undefined;
  return askAboutCode(typed) ?? t('dialog.enterQuantity');
}

/** Puts a new pet on the list of the delivery, with which it is saved. */
async function deliver({ petId, quantity, status, ...known }: InventoryItem & Details) {
  const pet = petOf({ petId, quantity: 0, status }, known);
  const refusal = putNewPet(pet, { ...known, status }, quantity);
  if (refusal !== undefined) throw new Error(refusal);
}

async function addPet(pet: InventoryItem & Details): Promise<string> {
  // With version 0, the service refuses to overwrite a pet that exists already.
  const write = writePet({ ...pet, version: 0, reason: 'arrival' });
  await write.catch(explaining('version_mismatch', t('dialog.justAdded'))).catch(explainTaken);
  return t('dialog.added', { pet: titleOf(pet.petId) });
}

export function DetailsDialog({ petId }: { readonly petId: bigint }) {
  const [shown] = useState(() => detailsOf(petId));
  const [form, setForm] = useState(() => mapDetails<DetailsForm>((field) => textOf(shown[field])));
  useObservable(details);
  const wanted = parseDetails(form, petId);
  return (
    <FormDialog
      title={t('dialog.detailsOf', { id: String(petId) })}
      onClose={closeOverlay}
      submit={[t('edit.save'), t('ui.saving')]}
      onSubmit={wanted && (() => saveDetails(petId, shown, wanted))}
    >
      <DetailsFields
        form={form}
        petId={petId}
        onChange={(change) => setForm({ ...form, ...change })}
      />
    </FormDialog>
  );
}

/**
 * Sends only the details that the user has changed, because another user may have changed the
 * others meanwhile.
 */
async function saveDetails(petId: bigint, shown: Details, wanted: Details): Promise<string> {
  const changed = detailFields.filter((field) => wanted[field] !== shown[field]);
  const update: DetailsUpdate = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
  if (changed.length > 0)
    await requireSession().client.updateDetails(petId, update).catch(explainTaken);
  showDetails([[petId, update]]);
  return t('dialog.saved', { pet: titleOf(petId) });
}

function textOf(value: string | number | null): string {
  return typeof value === 'number' ? writeQuantity(value) : (value ?? '');
}

/**
 * Reads the details in a form; undefined while a field has an error, such as the barcode of another
 * pet.
 */
function parseDetails(form: DetailsForm, petId: bigint | undefined): Details | undefined {
  if (detailFields.some((field) => errorIn(field, form, petId) !== undefined)) return undefined;
  return mapDetails<Details>((field) => parseField(field, form[field]) ?? null);
}

/**
 * Reads a typed name, barcode or threshold: null for an empty text, undefined for one that cannot
 * be stored.
 */
function parseField(field: keyof Details, typed: string): string | number | null | undefined {
  const rule = detailRules[field];
  const text = rule.kind === 'text' ? typed.trim().replaceAll(/\s+/g, ' ') : typed.trim();
  if (text === '') return null;
  if (rule.kind === 'quantity') return parseQuantity(text);
  return isValidText(rule, text) ? text : undefined;
}

function errorIn(
  field: keyof Details,
  form: DetailsForm,
  petId: bigint | undefined,
): string | undefined {
  const value = parseField(field, form[field]);
  const rule = detailRules[field];
  if (value === undefined) {
    if (rule.kind === 'quantity') return askAboutCode(form[field]) ?? t('dialog.enterQuantity');
    return t(rule.kind === 'code' ? 'dialog.enterCode' : 'dialog.enterText', {
      max: rule.charactersMax,
    });
  }
  const holder = field === 'barcode' && typeof value === 'string' ? holderOf(value) : undefined;
  if (holder === undefined || holder === petId) return undefined;
  return t('dialog.barcodeTaken', { pet: titleOf(holder) });
}

/**
 * If another pet has just got the typed barcode, loads all details again, so that the form can name
 * that pet.
 */
async function explainTaken(error: unknown): Promise<never> {
  if (!hasCode(error, 'barcode_taken')) throw error;
  await loadDetails();
  throw new Error(t('dialog.justTaken'));
}

/** A scanner ends a barcode with Enter, which must not save a form that is not finished. */
function moveOnAtEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('form')?.querySelectorAll('input') ?? [])];
  fields[fields.indexOf(event.currentTarget as HTMLInputElement) + 1]?.focus();
}

type Props = {
  readonly form: DetailsForm;
  readonly petId: bigint | undefined;
  readonly onChange: (change: Partial<DetailsForm>) => void;
  /** More fields of the form, shown after the name. */
  readonly children?: ReactNode;
};

function DetailsFields({ form, petId, onChange, children }: Props) {
  const usual = useObservable(lowThreshold);
  return detailFields.map((field) => {
    const { kind } = detailRules[field];
    return (
      <Fragment key={field}>
        <TextInput
          label={t('dialog.optional', { field: fieldNames[field] })}
          hint={t(`dialog.${field}Hint`, { usual })}
          error={errorIn(field, form, petId)}
          value={form[field]}
          onChange={(text) => onChange({ [field]: text })}
          autoFocus={field === 'name'}
          inputMode={kind === 'quantity' ? 'numeric' : 'text'}
          spellCheck={kind === 'text' ? 'true' : 'false'}
          onKeyDown={kind === 'code' ? moveOnAtEnter : undefined}
        />
        {field === 'name' && children}
      </Fragment>
    );
  });
}

export function RemovePetDialog({ petId }: { readonly petId: bigint }) {
  const count = useObservable(reserved).get(petId);
  useStockView();
  const [shown] = useState(() => stock.get(petId));
  const pet = stock.get(petId) && shown;
  return (
    <FormDialog
      title={t('dialog.removeQuestion', { pet: labelOf(petId) })}
      onClose={closeOverlay}
      submit={[t('dialog.remove'), t('dialog.removing')]}
      isDangerous
      failure={t('dialog.notRemoved')}
      onSubmit={pet && (() => removePet(petId, pet.quantity))}
    >
      <p>
        {pet
          ? t('dialog.removeExplained', { quantity: pet.quantity, status: pet.status })
          : t('counter.isGone')}
      </p>
      {count !== undefined && <p>{withTags(t('dialog.removeReserved', { count }))}</p>}
    </FormDialog>
  );
}

/**
 * Removes a pet, unless its quantity has changed since the dialog showed it. Undo also restores the
 * pet's details.
 */
async function removePet(petId: bigint, shownQuantity: number): Promise<void> {
  const { client } = requireSession();
  const isSameUser = rememberUser();
  const [{ item, version }, details] = await Promise.all([
    client.getInventoryItem(petId),
    client.getPetDetails(petId),
  ]);
  const [label, title] = [labelOf(petId), titleOf(petId)];
  const changed = t('dialog.justChanged');
  if (item.quantity !== shownQuantity) throw new Error(changed);
  await client
    .deleteInventoryItem(petId, { version })
    .catch(explaining('version_mismatch', changed));
  if (!isSameUser()) return;
  offerUndo(t('dialog.removed', { pet: title }), async (idempotencyKey) => {
    const row = { ...details, ...item, version: 0, reason: 'adjustment', note: 'Undo' } as const;
    const write = writePet(row, idempotencyKey);
    await write.catch(explaining('version_mismatch', t('dialog.addedAgain', { pet: label })));
    return t('dialog.isBack', { pet: label });
  });
}
