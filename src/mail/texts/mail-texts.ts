/**
 * The texts of the mails in one language. Numbers, days and names arrive written out. No text counts
 * things in a sentence, so that no language needs forms of the plural.
 */
export type MailTexts = {
  /** The subject of the mail of a day, such as "Pawstock: Monday, 30 November 2026". */
  readonly morningSubject: (day: string) => string;
  /** The subject of a mail about faults of the service. */
  readonly faultSubject: string;
  /** The subject of a mail that a person has asked for, to see whether mail arrives. */
  readonly testSubject: string;
  readonly testBody: string;
  /** Headings of the parts of a morning's mail. */
  readonly needsAHand: string;
  readonly sold: string;
  readonly ranOut: string;
  readonly toOrder: string;
  readonly lost: string;
  /** In the place of an empty list. */
  readonly nothing: string;
  /** A pet without a name. */
  readonly pet: (petId: string) => string;
  readonly orderLine: (name: string, quantity: string, left: string) => string;
  readonly diedLine: (name: string, quantity: string) => string;
  readonly damagedLine: (name: string, quantity: string) => string;
  /** The last line of a list that was cut. */
  readonly more: (count: string) => string;
  readonly endpointDisabled: (name: string) => string;
  readonly noBackupSince: (moment: string) => string;
  readonly noBackup: string;
  readonly storageFull: string;
  readonly clockAhead: (until: string) => string;
};
