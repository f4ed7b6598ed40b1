/** The causes that an owner can do something about, or tell the people who made the other program. */
const causes: readonly (readonly [answer: RegExp, cause: string])[] = [
  [/^2\d\d$/, 'accepted'],
  [/^3\d\d$/, 'the address has moved; enter the new one'],
  [/^40[13]$/, 'refused; check the secret in the other program'],
  [/^404$/, 'there is nothing at this address'],
  [/^410$/, 'the program wants no more messages'],
  [/^429$/, 'too many messages for the program'],
  [/^4\d\d$/, 'the program does not understand the message'],
  [/^5\d\d$/, 'the program has failed'],
  [/^(?:ENOTFOUND|EAI_)/, 'there is no such host name'],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/, 'nothing answers at this address'],
  [/^(?:ECONNRESET|EPIPE|ETIMEDOUT)/, 'the connection was cut'],
  [/CERT|SIGNATURE|ERR_TLS/, 'the certificate of the address is not trusted'],
];

/** Says in words how another program has answered: by an HTTP status, or the reason why there was no response. */
export function describeAnswer(answer: string): string {
  const cause = causes.find(([pattern]) => pattern.test(answer))?.[1];
  return cause === undefined ? answer : `${cause} (${answer})`;
}
