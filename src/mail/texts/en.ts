import type { MailTexts } from './mail-texts.ts';

export const english: MailTexts = {
  morningSubject: (day) => `Pawstock: ${day}`,
  faultSubject: 'Pawstock needs a hand',
  testSubject: 'Pawstock: a test',
  testBody: 'This is a test. Mail from Pawstock arrives.',
  needsAHand: 'Needs a hand',
  sold: 'Sold yesterday',
  ranOut: 'Ran out yesterday',
  toOrder: 'To order within a week',
  lost: 'Died or lost yesterday',
  nothing: 'Nothing.',
  pet: (petId) => `Pet ${petId}`,
  orderLine: (name, quantity, left) => `${name}: order ${quantity} (${left} in stock)`,
  diedLine: (name, quantity) => `${name}: ${quantity} died`,
  damagedLine: (name, quantity) => `${name}: ${quantity} damaged or lost`,
  more: (count) => `… and ${count} more`,
  endpointDisabled: (name) =>
    `The webhook endpoint “${name}” is disabled: its receiver has failed for too long. Repair it, then enable the endpoint in the settings.`,
  noBackupSince: (moment) =>
    `The last backup was made on ${moment}. Look in the log for why there is none since.`,
  noBackup: 'There is no backup yet. Look in the log for why none was made.',
  storageFull: 'The disk is full: changes are refused. Free some space on it.',
  clockAhead: (until) =>
    `The clock was ahead once: changes get a later time until ${until}. Set the clock right.`,
};
