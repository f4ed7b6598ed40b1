import type { MailTexts } from './mail-texts.ts';

export const dutch: MailTexts = {
  morningSubject: (day) => `Pawstock: ${day}`,
  faultSubject: 'Pawstock heeft hulp nodig',
  testSubject: 'Pawstock: een test',
  testBody: 'Dit is een test. E-mail van Pawstock komt aan.',
  needsAHand: 'Vraagt uw aandacht',
  sold: 'Gisteren verkocht',
  ranOut: 'Gisteren uitverkocht',
  toOrder: 'Binnen een week bestellen',
  lost: 'Gisteren gestorven of verloren',
  nothing: 'Niets.',
  pet: (petId) => `Dier ${petId}`,
  orderLine: (name, quantity, left) => `${name}: ${quantity} bestellen (voorraad: ${left})`,
  diedLine: (name, quantity) => `${name}: ${quantity} gestorven`,
  damagedLine: (name, quantity) => `${name}: ${quantity} beschadigd of verloren`,
  more: (count) => `… en nog ${count}`,
  endpointDisabled: (name) =>
    `Het webhook-eindpunt ‘${name}’ is uitgeschakeld: de ontvanger heeft te lang gefaald. Herstel die, en schakel het eindpunt weer in bij de instellingen.`,
  noBackupSince: (moment) =>
    `De laatste back-up is van ${moment}. In het logboek staat waarom er sindsdien geen is.`,
  noBackup: 'Er is nog geen back-up. In het logboek staat waarom niet.',
  storageFull: 'De schijf is vol: wijzigingen worden geweigerd. Maak ruimte vrij.',
  clockAhead: (until) =>
    `De klok liep eens voor: wijzigingen krijgen tot ${until} een latere tijd. Zet de klok gelijk.`,
};
