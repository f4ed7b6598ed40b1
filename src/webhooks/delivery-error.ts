import { failureText } from '../json/delivery-text.ts';

/** A failure to deliver that has a code of ours. Its message is for people. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: string;

  constructor(code: string) {
    super(failureText(code));
    this.code = code;
  }
}
