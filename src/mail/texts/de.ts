import type { MailTexts } from './mail-texts.ts';

export const german: MailTexts = {
  morningSubject: (day) => `Pawstock: ${day}`,
  faultSubject: 'Pawstock braucht Hilfe',
  testSubject: 'Pawstock: ein Test',
  testBody: 'Dies ist ein Test. E-Mails von Pawstock kommen an.',
  needsAHand: 'Braucht Ihre Hilfe',
  sold: 'Gestern verkauft',
  ranOut: 'Gestern ausgegangen',
  toOrder: 'Innerhalb einer Woche bestellen',
  lost: 'Gestern gestorben oder verloren',
  nothing: 'Nichts.',
  pet: (petId) => `Tier ${petId}`,
  orderLine: (name, quantity, left) => `${name}: ${quantity} bestellen (Bestand: ${left})`,
  diedLine: (name, quantity) => `${name}: ${quantity} gestorben`,
  damagedLine: (name, quantity) => `${name}: ${quantity} beschädigt oder verloren`,
  more: (count) => `… und ${count} weitere`,
  endpointDisabled: (name) =>
    `Der Webhook-Endpunkt „${name}“ ist abgeschaltet: Sein Empfänger ist zu lange ausgefallen. Beheben Sie den Fehler, und schalten Sie den Endpunkt in den Einstellungen wieder ein.`,
  noBackupSince: (moment) =>
    `Die letzte Sicherung ist vom ${moment}. Warum es seitdem keine gibt, steht im Protokoll.`,
  noBackup: 'Es gibt noch keine Sicherung. Warum nicht, steht im Protokoll.',
  storageFull: 'Der Datenträger ist voll: Änderungen werden abgelehnt. Schaffen Sie Platz.',
  clockAhead: (until) =>
    `Die Uhr ging einmal vor: Änderungen erhalten bis ${until} eine spätere Zeit. Stellen Sie die Uhr richtig.`,
};
