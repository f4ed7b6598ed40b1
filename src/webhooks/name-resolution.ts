import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Timers } from '../platform.ts';
import { isLocalhost } from './networks.ts';

export type ResolutionOptions = {
  readonly timers: Timers;
  /** The name servers to ask, such as "192.0.2.53:53". Undefined: those of the system. */
  readonly nameServers?: readonly string[] | undefined;
  /** How long the name servers have to answer. */
  readonly timeoutMs: number;
  /** Ends the resolution early. */
  readonly signal: AbortSignal;
};

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Finds the addresses of a host name: of localhost without asking anybody, then in /etc/hosts, then
 * at the name servers. Unlike `dns.lookup`, this occupies no thread of the pool that PostgreSQL's
 * own name and all files need: docs/decisions/0034.
 */
export async function resolveName(
  name: string,
  options: ResolutionOptions,
): Promise<readonly LookupAddress[]> {
  if (isLocalhost(name)) return loopback;
  const listed = addressesInHosts(readHosts(), name);
  return listed.length > 0 ? listed : askNameServers(name, options);
}

/** This machine's list of host names; empty if there is none. */
function readHosts(): string {
  try {
    // Read synchronously, because asynchronous reads wait for a thread of the pool.
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    return '';
  }
}

/** The addresses of a name in a text of the form of /etc/hosts. */
export function addressesInHosts(text: string, name: string): LookupAddress[] {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    const isListed = family !== 0 && names.some((one) => one.toLowerCase() === wanted);
    return isListed ? { address, family } : [];
  });
}

/** How long a name server has for its first answer. A second try has twice as long. */
const firstTryMs = 2_000;

async function askNameServers(
  name: string,
  { timers, nameServers, timeoutMs, signal }: ResolutionOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: firstTryMs, tries: 2 });
  if (nameServers !== undefined) resolver.setServers(nameServers);

  const cancel = () => resolver.cancel();
  const stopTimer = timers.after(timeoutMs, cancel);
  signal.addEventListener('abort', cancel);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(name),
      resolver.resolve6(name),
    ]);
    const found = [
      ...addressesIn(ipv4).map((address) => ({ address, family: 4 })),
      ...addressesIn(ipv6).map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0) throw new NameResolutionError(isUnknown(ipv4) && isUnknown(ipv6));
    return found;
  } finally {
    stopTimer();
    signal.removeEventListener('abort', cancel);
  }
}

type Answer = PromiseSettledResult<string[]>;

const addressesIn = (answer: Answer) => (answer.status === 'fulfilled' ? answer.value : []);

/** Whether the name server has said that there is no address, in contrast to no answer. */
const isUnknown = (answer: Answer) =>
  answer.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes(answer.reason.code);

/** A name that has no address, or whose name servers do not answer. Its code is that of getaddrinfo. */
class NameResolutionError extends Error {
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN';

  constructor(isUnknownName: boolean) {
    super(isUnknownName ? 'the host name has no address' : 'the name servers do not answer');
    this.code = isUnknownName ? 'ENOTFOUND' : 'EAI_AGAIN';
  }
}
