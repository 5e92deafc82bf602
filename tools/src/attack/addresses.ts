/** Number of addresses: 198.18.0.0/15, reserved for benchmarks (RFC 2544). */
export const ADDRESSES = 2 ** 17;

/** Returns a generator of addresses that repeats after `ADDRESSES`, from number `first` on. */
export function addresses(first = 0): () => string {
  let count = first;
  return () => {
    count = (count + 1) % ADDRESSES;
    return `198.${18 + (count >> 16)}.${(count >> 8) & 255}.${count & 255}`;
  };
}
