import type { MailTexts } from './mail-texts.ts';

export const arabic: MailTexts = {
  morningSubject: (day) => `Pawstock: ${day}`,
  faultSubject: '‏Pawstock يحتاج إلى مساعدة',
  testSubject: '‏Pawstock: رسالة تجريبية',
  testBody: 'هذه رسالة تجريبية. رسائل Pawstock تصل.',
  needsAHand: 'يحتاج إلى انتباهك',
  sold: 'ما بيع أمس',
  ranOut: 'ما نفد أمس',
  toOrder: 'ما يجب طلبه خلال أسبوع',
  lost: 'ما نفق أو فُقد أمس',
  nothing: 'لا شيء.',
  pet: (petId) => `الحيوان ${petId}`,
  orderLine: (name, quantity, left) => `${name}: اطلب ${quantity} (في المخزون: ${left})`,
  diedLine: (name, quantity) => `${name}: نفق ${quantity}`,
  damagedLine: (name, quantity) => `${name}: تلف أو فُقد ${quantity}`,
  more: (count) => `… والمزيد: ${count}`,
  endpointDisabled: (name) =>
    `عُطّل الويب هوك «${name}» لأن المستقبِل فشل وقتًا طويلًا. أصلحه ثم فعّله من جديد في الإعدادات.`,
  noBackupSince: (moment) =>
    `آخر نسخة احتياطية كانت في ${moment}. يذكر السجل سبب عدم وجود نسخة بعدها.`,
  noBackup: 'لا توجد نسخة احتياطية بعد. يذكر السجل السبب.',
  storageFull: 'القرص ممتلئ: تُرفض التغييرات. وفّر مساحة عليه.',
  clockAhead: (until) => `كانت الساعة متقدمة: تأخذ التغييرات وقتًا لاحقًا حتى ${until}. اضبط الساعة.`,
};
