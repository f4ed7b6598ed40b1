import type { MailTexts } from './mail-texts.ts';

export const spanish: MailTexts = {
  morningSubject: (day) => `Pawstock: ${day}`,
  faultSubject: 'Pawstock necesita ayuda',
  testSubject: 'Pawstock: una prueba',
  testBody: 'Esto es una prueba. El correo de Pawstock llega.',
  needsAHand: 'Necesita su atención',
  sold: 'Vendido ayer',
  ranOut: 'Agotado ayer',
  toOrder: 'Para pedir esta semana',
  lost: 'Muertos o perdidos ayer',
  nothing: 'Nada.',
  pet: (petId) => `Mascota ${petId}`,
  orderLine: (name, quantity, left) => `${name}: pedir ${quantity} (existencias: ${left})`,
  diedLine: (name, quantity) => `${name}: ${quantity} por muerte`,
  damagedLine: (name, quantity) => `${name}: ${quantity} por daño o pérdida`,
  more: (count) => `… y ${count} más`,
  endpointDisabled: (name) =>
    `El webhook «${name}» está desactivado: su receptor ha fallado demasiado tiempo. Repárelo y vuelva a activarlo en los ajustes.`,
  noBackupSince: (moment) =>
    `La última copia de seguridad es del ${moment}. El registro indica por qué no hay otra desde entonces.`,
  noBackup: 'Todavía no hay ninguna copia de seguridad. El registro indica por qué.',
  storageFull: 'El disco está lleno: los cambios se rechazan. Libere espacio.',
  clockAhead: (until) =>
    `El reloj estuvo adelantado: los cambios llevarán una hora posterior hasta el ${until}. Ponga el reloj en hora.`,
};
