import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { deliveryFailures } from '../domain/webhook-attempt.ts';
import { DeliveryError } from './delivery-error.ts';

/**
 * Webhook endpoints whose URL was set over HTTP must be at a public address or in a network of
 * WEBHOOK_NETWORKS.
 */

/** The IPv4 networks that IANA registers as not globally reachable. */
const notPublicIpv4 = blockList([
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
  ],
  ...[
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
  ],
  // Multicast, reserved and broadcast addresses.
  '224.0.0.0/3',
  // A public address that leads to internal services within Azure.
  '168.63.129.16/32',
]);

/**
 * IPv6 addresses outside 2000::/3, and the parts of 2000::/3 for protocols, IPv4 addresses and
 * documentation.
 */
const notPublicIpv6 = blockList([
  ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

/**
 * Reads networks in CIDR notation, separated by commas. Returns undefined if one of them is not a
 * network.
 */
export function parseNetworks(text: string): BlockList | undefined {
  const networks = text.split(',').map((network) => network.trim());
  const named = networks.filter((network) => network !== '');
  if (!named.every((network) => /^[\da-f.:]+(?:\/\d{1,3})?$/i.test(network))) return undefined;
  try {
    return blockList(named);
  } catch {
    return undefined;
  }
}

function mayConnectTo(address: string, allowed: BlockList): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (allowed.check(address, family)) return true;
  return !(family === 'ipv6' ? notPublicIpv6 : notPublicIpv4).check(address, family);
}

/** Whether a name is for this machine alone. It is never asked of a name server. */
export function isLocalhost(name: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(name);
}

/**
 * Whether the host of a URL is a forbidden address. Names other than localhost are checked when
 * they are resolved.
 */
export function hasForbiddenAddress({ hostname }: URL, allowed: BlockList): boolean {
  const host = isLocalhost(hostname) ? '127.0.0.1' : hostname.replaceAll(/[[\]]/g, '');
  return isIP(host) !== 0 && !mayConnectTo(host, allowed);
}

/** Resolves a host name to its addresses. */
type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/**
 * A lookup for `net.connect`, which connects to one of the addresses that this lookup returns and
 * to no other. With `allowed`, it returns only public addresses and those in allowed networks.
 */
export function lookupWith(resolve: Resolve, allowed: BlockList | undefined): LookupFunction {
  const find = async (name: string) => {
    const found = await resolve(name);
    if (allowed === undefined) return found;

    const usable = found.filter(({ address }) => mayConnectTo(address, allowed));
    if (usable.length === 0) throw new DeliveryError(deliveryFailures.addressForbidden);
    return usable;
  };

  return (name, options, callback) => {
    find(name).then(
      (found) => {
        const [first] = found;
        if (options.all) callback(null, [...found]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error) => callback(error, []),
    );
  };
}
