import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { type LiveFile, type LiveFileOptions, openLiveFile, parseJson } from './live-file.ts';

/** Shortest prefixes: a slip of the pen must not refuse a large part of the internet. */
const SHORTEST = { ipv4: 8, ipv6: 16 } as const;
/** Every request is compared with every range. */
const MOST_RANGES = 1_000;

type Family = keyof typeof SHORTEST;

function familyOf(address: string): Family {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** An address or a range of addresses. */
const range = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'is no address or range like 203.0.113.0/24')
  .transform((text) => {
    const [address = '', bits] = text.split('/');
    const family = familyOf(address);
    return { address, family, bits: bits === undefined ? undefined : Number(bits) } as const;
  })
  .refine(({ family, bits }) => bits === undefined || bits >= SHORTEST[family], 'is too large a range');

/** Schema of `ACCESS_FILE`. Unknown fields are refused as typing errors. */
const accessFile = z.strictObject({
  registration: z.enum(['open', 'proof', 'closed']),
  guests: z.boolean(),
  text: z.string().trim().max(200),
  refusedAddresses: z.array(range).max(MOST_RANGES),
});

/** What the operator allows strangers to do. */
export interface AccessRules {
  /** `proof`: each registration needs a proof of work. */
  registration: 'open' | 'proof' | 'closed';
  /** Whether there may be new guests. */
  guests: boolean;
  /** What visitors read where something is off; may be empty. */
  text: string;
  /** Returns whether the site refuses a client's address. Never refuses this machine. */
  isRefused(address: string): boolean;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** A connection that has just closed has no address; a link-local one names its interface. */
function holds(list: BlockList, address: string): boolean {
  const [bare = ''] = address.split('%');
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare));
}

/** Parses the file. Throws one line that names every wrong field. */
export function parseAccessRules(text: string): AccessRules {
  const { refusedAddresses, ...rules } = parseJson(accessFile, text);
  const refused = new BlockList();
  for (const { address, family, bits } of refusedAddresses) {
    if (bits === undefined) refused.addAddress(address, family);
    else refused.addSubnet(address, bits, family);
  }
  return {
    ...rules,
    isRefused: (address) => holds(refused, address) && !holds(LOOPBACK, address),
  };
}

/**
 * Opens the rules, which are reloaded on change. Rejects with a one-line description if the file is wrong at the start.
 */
export function openAccessRules(
  options: Omit<LiveFileOptions<never>, 'parse'>,
): Promise<LiveFile<AccessRules>> {
  return openLiveFile({ ...options, parse: parseAccessRules });
}
