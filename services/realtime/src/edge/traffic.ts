import { type Bucket, type BucketLimits, fullBucket, takeToken } from './token-bucket.ts';

/** Limits of incoming packets of any kind, and of their bytes. */
export interface TrafficLimits {
  packets: BucketLimits;
  bytes: BucketLimits;
}

/** Clients also send pongs; the message limit must apply first. */
const PACKETS_PER_MESSAGE = 2;
/** A move has under 200 bytes, the longest message 16 KiB. */
const BYTES_PER_MESSAGE = 1_024;

function times({ perSecond, burst }: BucketLimits, factor: number): BucketLimits {
  return { perSecond: perSecond * factor, burst: burst * factor };
}

/** Derives a connection's limits from its socket's message limits. */
export function connectionLimits(messages: BucketLimits): TrafficLimits {
  return { packets: times(messages, PACKETS_PER_MESSAGE), bytes: times(messages, BYTES_PER_MESSAGE) };
}

/** Counts incoming traffic. Times in ms. */
export class Meter {
  readonly #limits: TrafficLimits;
  #packets: Bucket;
  #bytes: Bucket;

  constructor(limits: TrafficLimits, now: number) {
    this.#limits = limits;
    this.#packets = fullBucket(limits.packets, now);
    this.#bytes = fullBucket(limits.bytes, now);
  }

  /** Counts one packet. Returns false if it is part of a flood. */
  count(bytes: number, now: number): boolean {
    const packets = takeToken(this.#packets, this.#limits.packets, now);
    const volume = takeToken(this.#bytes, this.#limits.bytes, now, bytes);
    this.#packets = packets.bucket;
    this.#bytes = volume.bucket;
    return packets.verdict !== 'flood' && volume.verdict !== 'flood';
  }
}
