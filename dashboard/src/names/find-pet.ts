import type { Pet } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { foldCase } from './names.ts';

/**
 * The pet that a typed or scanned text means: the one with this ID, else the one with this name, else the only one whose
 * name contains it. Part of an ID means none, nor does a name that several pets have.
 */
export function findPet(text: string): Pet | undefined {
  const wanted = foldCase(text.trim());
  if (wanted === '') return undefined;
  const sameId = stock.find(wanted);
  if (sameId !== undefined) return sameId;
  const sameName = stock.sorted.filter(({ foldedName }) => foldedName === wanted);
  if (sameName.length > 0) return onlyOne(sameName);
  return /^-?\d+$/.test(wanted) ? undefined : onlyOne(stock.sorted.filter((pet) => pet.foldedName.includes(wanted)));
}

function onlyOne(pets: readonly Pet[]): Pet | undefined {
  return pets.length === 1 ? pets[0] : undefined;
}
