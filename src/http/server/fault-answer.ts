import type { DomainError } from '../../domain/errors.ts';
import { errorBody, errorHeaders } from '../error-body.ts';
import { errorStatus } from '../error-status.ts';
import type { Answer } from '../exchange.ts';
import { requestIdFor } from '../request-id.ts';
import { withoutPadding } from './request-head.ts';

/** The answer where no request could be read. Whoever sent an id in what there is of a head finds its answer by it. */
export function faultAnswer(fault: DomainError, received: string): Answer {
  return {
    status: errorStatus[fault.code],
    headers: { ...errorHeaders(fault), 'x-request-id': requestIdIn(received) },
    body: errorBody(fault),
  };
}

function requestIdIn(head: string): string {
  const sent = /\r\nx-request-id:([^\r\n]*)\r\n/i.exec(head)?.[1];
  return requestIdFor(sent === undefined ? undefined : withoutPadding(sent));
}
