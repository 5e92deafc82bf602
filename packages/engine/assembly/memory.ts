/** Room behind everything that has a fixed place. Nothing of it is ever given back. */

const PAGE: usize = 65_536;

/** So many bytes, zeroed, at a multiple of 64 KiB; 0 when there is no more memory. */
export function reserve(bytes: usize): usize {
  const pages = <i32>((bytes + PAGE - 1) / PAGE);
  const before = memory.grow(pages);
  if (before < 0) return 0;
  return <usize>before * PAGE;
}
