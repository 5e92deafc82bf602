import { type Bucket, type BucketLimits, fullBucket, takeToken } from './token-bucket.ts';

/** What may come in: packets of any kind, and their bytes. */
export interface TrafficLimits {
  packets: BucketLimits;
  bytes: BucketLimits;
}

/** Beside its messages a client sends pongs and the like; the limit on messages is to be met first. */
const PACKETS_PER_MESSAGE = 2;
/** A move has under 200 bytes, the longest message 16 KiB. */
const BYTES_PER_MESSAGE = 1_024;
/** So many connections of one address may use up their limits at once: a school has one address. */
const CONNECTIONS_PER_ADDRESS = 20;
/** Addresses are swept no more often than when this many are known. */
const FEW_ADDRESSES = 1_024;

function times({ perSecond, burst }: BucketLimits, factor: number): BucketLimits {
  return { perSecond: perSecond * factor, burst: burst * factor };
}

/** What one connection may send, by what its socket may say (`messages`). */
export function connectionLimits(messages: BucketLimits): TrafficLimits {
  return { packets: times(messages, PACKETS_PER_MESSAGE), bytes: times(messages, BYTES_PER_MESSAGE) };
}

/** What all connections of an address may send together. */
export function addressLimits(messages: BucketLimits): TrafficLimits {
  const { packets, bytes } = connectionLimits(messages);
  return { packets: times(packets, CONNECTIONS_PER_ADDRESS), bytes: times(bytes, CONNECTIONS_PER_ADDRESS) };
}

/** Counts what comes in. Times in ms. */
export class Meter {
  readonly #limits: TrafficLimits;
  #packets: Bucket;
  #bytes: Bucket;

  constructor(limits: TrafficLimits, now: number) {
    this.#limits = limits;
    this.#packets = fullBucket(limits.packets, now);
    this.#bytes = fullBucket(limits.bytes, now);
  }

  /** Counts one packet; false where it is part of a flood. */
  count(bytes: number, now: number): boolean {
    const packets = takeToken(this.#packets, this.#limits.packets, now);
    const volume = takeToken(this.#bytes, this.#limits.bytes, now, bytes);
    this.#packets = packets.bucket;
    this.#bytes = volume.bucket;
    return packets.verdict !== 'flood' && volume.verdict !== 'flood';
  }

  /** Whether nothing that was counted matters any more. */
  isIdle(now: number): boolean {
    const { packets, bytes } = this.#limits;
    const isFull = (bucket: Bucket, limits: BucketLimits): boolean =>
      takeToken(bucket, limits, now, 0).bucket.tokens === limits.burst;
    return isFull(this.#packets, packets) && isFull(this.#bytes, bytes);
  }
}

/** One meter for each address, kept until what it counted matters no more: a new connection is no new start. */
export class AddressMeters {
  readonly #limits: TrafficLimits;
  readonly #meters = new Map<string, Meter>();
  #sweepAt = FEW_ADDRESSES;

  constructor(limits: TrafficLimits) {
    this.#limits = limits;
  }

  of(address: string, now: number): Meter {
    const known = this.#meters.get(address);
    if (known) return known;
    if (this.#meters.size >= this.#sweepAt) this.#sweep(now);
    const meter = new Meter(this.#limits, now);
    this.#meters.set(address, meter);
    return meter;
  }

  size(): number {
    return this.#meters.size;
  }

  #sweep(now: number): void {
    for (const [address, meter] of this.#meters) if (meter.isIdle(now)) this.#meters.delete(address);
    this.#sweepAt = Math.max(FEW_ADDRESSES, 2 * this.#meters.size);
  }
}
