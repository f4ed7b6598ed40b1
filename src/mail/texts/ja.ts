import type { MailTexts } from './mail-texts.ts';

export const japanese: MailTexts = {
  morningSubject: (day) => `Pawstock：${day}`,
  faultSubject: 'Pawstock：対応が必要です',
  testSubject: 'Pawstock：テスト',
  testBody: 'これはテストです。Pawstock からのメールは届いています。',
  needsAHand: '対応が必要なこと',
  sold: '昨日売れたもの',
  ranOut: '昨日なくなったもの',
  toOrder: '一週間以内に注文するもの',
  lost: '昨日死亡・紛失したもの',
  nothing: 'ありません。',
  pet: (petId) => `ペット ${petId}`,
  orderLine: (name, quantity, left) => `${name}：${quantity} を注文（在庫 ${left}）`,
  diedLine: (name, quantity) => `${name}：死亡 ${quantity}`,
  damagedLine: (name, quantity) => `${name}：破損・紛失 ${quantity}`,
  more: (count) => `…ほか ${count} 件`,
  endpointDisabled: (name) =>
    `Webhook「${name}」は無効になっています。受信側の障害が長く続いたためです。修理してから、設定で有効にしてください。`,
  noBackupSince: (moment) =>
    `最後のバックアップは ${moment} です。その後作成されていない理由はログにあります。`,
  noBackup: 'バックアップがまだありません。理由はログにあります。',
  storageFull: 'ディスクがいっぱいで、変更を保存できません。空き容量を増やしてください。',
  clockAhead: (until) =>
    `時計が一度進んでいました。${until} まで、変更には実際より後の時刻が付きます。時計を合わせてください。`,
};
