import type { MailTexts } from './mail-texts.ts';

export const brazilianPortuguese: MailTexts = {
  morningSubject: (day) => `Pawstock: ${day}`,
  faultSubject: 'O Pawstock precisa de ajuda',
  testSubject: 'Pawstock: um teste',
  testBody: 'Este é um teste. Os e-mails do Pawstock chegam.',
  needsAHand: 'Precisa de atenção',
  sold: 'Vendido ontem',
  ranOut: 'Esgotado ontem',
  toOrder: 'Pedir nesta semana',
  lost: 'Mortos ou perdidos ontem',
  nothing: 'Nada.',
  pet: (petId) => `Pet ${petId}`,
  orderLine: (name, quantity, left) => `${name}: pedir ${quantity} (em estoque: ${left})`,
  diedLine: (name, quantity) => `${name}: ${quantity} por morte`,
  damagedLine: (name, quantity) => `${name}: ${quantity} por dano ou perda`,
  more: (count) => `… e mais ${count}`,
  endpointDisabled: (name) =>
    `O webhook “${name}” está desativado: o receptor falhou por tempo demais. Conserte-o e reative-o nas configurações.`,
  noBackupSince: (moment) =>
    `O último backup é de ${moment}. O log diz por que não houve outro desde então.`,
  noBackup: 'Ainda não há backup. O log diz por quê.',
  storageFull: 'O disco está cheio: as alterações são recusadas. Libere espaço.',
  clockAhead: (until) =>
    `O relógio esteve adiantado: as alterações recebem um horário posterior até ${until}. Acerte o relógio.`,
};
