/** How many addresses there are: 198.18.0.0/15, set aside for tests of this kind, which nobody has (RFC 2544). */
export const ADDRESSES = 2 ** 17;

/** Addresses one after the other, all different until all were given, from number `first` on. */
export function addresses(first = 0): () => string {
  let count = first;
  return () => {
    count = (count + 1) % ADDRESSES;
    return `198.${18 + (count >> 16)}.${(count >> 8) & 255}.${count & 255}`;
  };
}
