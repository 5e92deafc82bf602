import { BOARD_WIDTHS, PIECE_EDGES } from '../board/theme.ts';

/** Pictures with the same content in another size or mode. */
const ALIKE: readonly (readonly string[])[] = [
  BOARD_WIDTHS.map((width) => `board-${width}.webp`),
  PIECE_EDGES.map((edge) => `pieces-${edge}.webp`),
  ['background-pc.webp', 'background-pe.webp'],
  ['background-pc-dark.webp', 'background-pe-dark.webp'],
];

/** Returns the URLs of pictures of the same theme that may replace an unavailable one. Pure. */
export function standIns(url: string): string[] {
  const slash = url.lastIndexOf('/') + 1;
  const file = url.slice(slash);
  const alike = ALIKE.find((files) => files.includes(file)) ?? [];
  return alike.filter((other) => other !== file).map((other) => url.slice(0, slash) + other);
}
