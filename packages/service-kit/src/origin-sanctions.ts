import { type AccountRole, ORIGIN_SANCTIONS, type OriginSanctionKind } from '@doushouqi/protocol';
import { ORIGIN_SANCTIONS_KEY } from '@doushouqi/protocol/server';
import { z } from 'zod';
import { addressBits, innerNetworks, rangeBits } from './address-range.ts';
import { createCached } from './cached.ts';
import { type AppError, errorOf } from './errors.ts';
import type { Logger } from './logger.ts';
import type { RedisClient } from './redis.ts';
import { untilText } from './until-text.ts';

/**
 * The sanctions of address ranges and devices, mirrored in one Redis key by the moderation service. Each process reads it at
 * most once in `TTL_MS`, beside the requests that need it. Times in epoch ms.
 */

const TTL_MS = 2_000;

const mirrored = z.object({
  of: z.enum(['network', 'device']),
  /** An address range in CIDR notation, or the hash of a device. */
  value: z.string(),
  kind: z.enum(ORIGIN_SANCTIONS),
  from: z.number(),
  end: z.number(),
  /** Also accounts that are older than the sanction. */
  coversMembers: z.boolean(),
  /** The operators' text for the persons concerned; may be empty. */
  text: z.string(),
});
export type OriginSanction = z.infer<typeof mirrored>;

/** Who comes from where. */
export interface Visit {
  /** In any notation; undefined if it is unknown. */
  address?: string | undefined;
  /** Hash of the device; undefined without its cookie. */
  device?: string | undefined;
  /** Null for someone without an account yet. */
  account: { role: AccountRole; memberSince?: number | undefined } | null;
}

/** What concerns a visit now: the sanction of each kind that lasts longest. */
export type VisitSanctions = Partial<Record<OriginSanctionKind, OriginSanction>>;

/** Returns whether a sanction concerns an account of its origin. Pure. */
function concerns({ from, coversMembers }: OriginSanction, account: Visit['account']): boolean {
  if (account === null || account.role === 'guest') return true;
  // Bots have no origin, and staff act in the console.
  if (account.role !== 'player') return false;
  return coversMembers || (account.memberSince ?? 0) > from;
}

/** Sanctions by origin: a visit costs one look-up for its device and for each length of the ranges. */
class OriginIndex {
  readonly #byKey: ReadonlyMap<string, OriginSanction[]>;
  /** Lengths of the ranges, as texts of bits. */
  readonly #lengths: readonly number[];

  constructor(sanctions: readonly OriginSanction[] = []) {
    const keyed = sanctions.flatMap((one) => {
      const key = one.of === 'device' ? one.value : rangeBits(one.value);
      return key === null ? [] : [{ key, one }];
    });
    this.#byKey = new Map(
      [...Map.groupBy(keyed, ({ key }) => key)].map(([key, all]) => [key, all.map(({ one }) => one)]),
    );
    const ranges = keyed.filter(({ one }) => one.of === 'network');
    this.#lengths = [...new Set(ranges.map(({ key }) => key.length))];
  }

  *#found({ address, device }: Visit): Generator<OriginSanction> {
    if (device !== undefined) yield* this.#byKey.get(device) ?? [];
    if (address === undefined || this.#lengths.length === 0) return;
    const bits = addressBits(address);
    if (bits === null) return;
    for (const length of this.#lengths) yield* this.#byKey.get(bits.slice(0, length)) ?? [];
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  of(visit: Visit, now: number): VisitSanctions {
    const longest: VisitSanctions = {};
    for (const one of this.#found(visit)) {
      const isLonger = one.end > Math.max(now, longest[one.kind]?.end ?? 0);
      if (isLonger && concerns(one, visit.account)) longest[one.kind] = one;
    }
    return longest;
  }
}

/** Reads which sanctions concern a visit. */
export interface OriginSanctions {
  /** Does not reject: while Redis is unavailable, the last sanctions that were read count. */
  of(visit: Visit): Promise<VisitSanctions>;
  /** Makes the next call read them again. */
  forget(): void;
}

interface Options {
  redis: Pick<RedisClient, 'get' | 'status'>;
  logger?: Pick<Logger, 'error'> | undefined;
  /** Networks of gateways, which are never refused (`GATEWAY_NETWORKS`). */
  inner?: string | undefined;
  now: () => number;
}

/** Creates the reader of a process. */
export function createOriginSanctions({ redis, logger, inner, now }: Options): OriginSanctions {
  const never = innerNetworks(inner);
  let text: string | null = null;
  let index = new OriginIndex();

  async function read(): Promise<OriginIndex> {
    try {
      const latest = await redis.get(ORIGIN_SANCTIONS_KEY);
      if (latest === text) return index;
      index = new OriginIndex(latest === null ? [] : z.array(mirrored).parse(JSON.parse(latest)));
      text = latest;
    } catch (error) {
      // A fault of the mirror must neither close the site nor open it.
      logger?.error({ err: error }, 'the sanctions of networks and devices are not known');
    }
    return index;
  }
  const cached = createCached({ ask: read, ttlMs: TTL_MS, now });
  return {
    async of(visit) {
      // Without a connection the command would wait for one.
      const current = redis.status === 'ready' ? await cached.get() : index;
      if (current.isEmpty) return {};
      const isInner = visit.address !== undefined && never.has(visit.address);
      return current.of(isInner ? { ...visit, address: undefined } : visit, now());
    },
    forget: () => cached.forget(),
  };
}

const CODES = {
  mute: { network: 'MUTED', device: 'MUTED' },
  unrated: { network: 'RATED_PAUSED', device: 'RATED_PAUSED' },
  close: { network: 'NETWORK_CLOSED', device: 'DEVICE_CLOSED' },
} as const;
const PLACES = { network: '你所在的网络', device: '这台设备' } as const;
const WHOSE = { true: '', false: '的新账号和游客' } as const;
const EFFECTS = {
  mute: (until: string) => `已被禁言${until}`,
  unrated: (until: string) => `已暂停排位${until}`,
  close: (until: string) => `暂停使用${until}`,
} as const;

/** Returns the refusal of a sanction of an address range or a device, with its end and the operators' text. Pure. */
export function originRefusal({ of, kind, end, coversMembers, text }: OriginSanction, now: number): AppError {
  const whose = `${PLACES[of]}${WHOSE[`${coversMembers}`]}`;
  const message = `${whose}${EFFECTS[kind](untilText(end, now))}`;
  return errorOf(CODES[kind][of], { message: text === '' ? message : `${message}。${text}` });
}

/** Throws the refusal of a visit from a closed address range or device. */
export function refuseClosedOrigin({ close }: VisitSanctions, now: number): void {
  if (close !== undefined) throw originRefusal(close, now);
}
