import { z } from './zod.ts';

/** Prefixes of address ranges: at most a provider's district, at least one customer. */
const PREFIXES = { 4: { shortest: 16, longest: 32 }, 6: { shortest: 32, longest: 64 } } as const;
const HASH = /^[\w-]{16}$/;
const cidr = z.union([z.cidrv4(), z.cidrv6()]);

/** Returns what is wrong with the text of an address range, or null. Pure. */
function rangeFault(text: string): string | null {
  if (!cidr.safeParse(text).success) return '网段要写成 203.0.113.0/24 或 2001:db8::/48';
  const { shortest, longest } = PREFIXES[text.includes(':') ? 6 : 4];
  const bits = Number(text.slice(text.indexOf('/') + 1));
  return bits >= shortest && bits <= longest ? null : `网段的前缀要在 /${shortest} 到 /${longest} 之间`;
}

function faultOf({ of, value }: { of: 'network' | 'device'; value: string }): string | null {
  if (of === 'network') return rangeFault(value);
  return HASH.test(value) ? null : '没有这台设备';
}

/**
 * Where sessions come from, as operators sanction it: an address range in CIDR notation, or a device by the keyed hash of
 * its cookie.
 */
export const sanctionOrigin = z
  .object({ of: z.enum(['network', 'device']), value: z.string().min(1).max(64) })
  .superRefine((origin, context) => {
    const fault = faultOf(origin);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });
export type SanctionOrigin = z.infer<typeof sanctionOrigin>;
