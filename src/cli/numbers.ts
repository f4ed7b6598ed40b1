import { InvalidArgumentError } from 'commander';
import { exactInteger } from '../domain/exact-integer.ts';
import { asDelta, asQuantity, quantityMax, quantityRule } from '../domain/item.ts';
import { type PetId, parsePetId } from '../domain/pet-id.ts';

/** Arguments that are numbers, read as strictly as the API reads them. */

export function petIdFrom(text: string): PetId {
  const petId = parsePetId(text);
  if (petId !== undefined) return petId;
  throw new InvalidArgumentError('A petId is a 64-bit integer in plain decimal, for example 42 or -5.');
}

export function quantityFrom(text: string): number {
  const quantity = /^\d+$/.test(text) ? asQuantity(exactInteger(text)) : undefined;
  if (quantity !== undefined) return quantity;
  const hint = /^[+-]\d+$/.test(text) ? ' To change by a difference, use "pawstock adjust".' : '';
  throw new InvalidArgumentError(`A quantity is ${quantityRule}.${hint}`);
}

export function deltaFrom(text: string): number {
  const delta = /^[+-]?\d+$/.test(text) ? asDelta(exactInteger(text.replace('+', ''))) : undefined;
  if (delta !== undefined) return delta;
  throw new InvalidArgumentError(`A difference is an integer from -${quantityMax} to ${quantityMax}, as -2 or +3.`);
}

/** A version, or the sequence of a change: they are the same numbers. */
export function sequenceFrom(text: string): number {
  const sequence = /^\d+$/.test(text) ? asQuantity(exactInteger(text)) : undefined;
  if (sequence !== undefined) return sequence;
  throw new InvalidArgumentError('It must be a whole number.');
}

export function countFrom(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, from 1.');
}
