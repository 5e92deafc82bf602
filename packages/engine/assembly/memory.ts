/** Memory after all fixed addresses. It is never freed. */

const PAGE: usize = 65_536;

/** Allocates zeroed bytes, aligned to 64 KiB. Returns 0 if memory is insufficient. */
export function reserve(bytes: usize): usize {
  const pages = <i32>((bytes + PAGE - 1) / PAGE);
  const before = memory.grow(pages);
  if (before < 0) return 0;
  return <usize>before * PAGE;
}
