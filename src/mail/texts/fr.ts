import type { MailTexts } from './mail-texts.ts';

export const french: MailTexts = {
  morningSubject: (day) => `Pawstock : ${day}`,
  faultSubject: 'Pawstock a besoin d’aide',
  testSubject: 'Pawstock : un essai',
  testBody: 'Ceci est un essai. Les messages de Pawstock arrivent.',
  needsAHand: 'À vérifier',
  sold: 'Vendu hier',
  ranOut: 'Épuisé hier',
  toOrder: 'À commander cette semaine',
  lost: 'Morts ou perdus hier',
  nothing: 'Rien.',
  pet: (petId) => `Animal ${petId}`,
  orderLine: (name, quantity, left) => `${name} : commander ${quantity} (en stock : ${left})`,
  diedLine: (name, quantity) => `${name} : ${quantity} par décès`,
  damagedLine: (name, quantity) => `${name} : ${quantity} par dommage ou perte`,
  more: (count) => `… et ${count} de plus`,
  endpointDisabled: (name) =>
    `Le webhook « ${name} » est désactivé : son destinataire est resté trop longtemps en panne. Réparez-le, puis réactivez-le dans les réglages.`,
  noBackupSince: (moment) =>
    `La dernière sauvegarde date du ${moment}. Le journal indique pourquoi il n’y en a pas eu depuis.`,
  noBackup: 'Il n’y a pas encore de sauvegarde. Le journal indique pourquoi.',
  storageFull: 'Le disque est plein : les modifications sont refusées. Libérez de l’espace.',
  clockAhead: (until) =>
    `L’horloge a avancé : les modifications portent une heure plus tardive jusqu’au ${until}. Réglez l’horloge.`,
};
