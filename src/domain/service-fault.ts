/** What is wrong with the service itself, so that a person has to do something. */
export type ServiceFault =
  | { readonly kind: 'endpoint_disabled'; readonly name: string }
  /** `lastAtMs` is undefined if there has never been a backup. */
  | { readonly kind: 'no_backup'; readonly lastAtMs: number | undefined }
  | { readonly kind: 'storage_full' }
  | { readonly kind: 'clock_ahead'; readonly untilMs: number };

/** Tells faults apart: a mail about each goes out once a day at most. */
export function faultName(fault: ServiceFault): string {
  return fault.kind === 'endpoint_disabled' ? `${fault.kind} ${fault.name}` : fault.kind;
}
