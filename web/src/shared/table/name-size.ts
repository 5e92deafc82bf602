/** Returns the font size of a nickname, so that the longest fits beside a clock. Pure. */

/** Returns the width in em: East Asian characters count 1, others about 0.6. */
function widthOf(name: string): number {
  return [...name].reduce((width, character) => width + (character > '\u2e7f' ? 1 : 0.6), 0);
}

export function nameSize(name: string): 'm' | 'l' | 'xl' {
  const width = widthOf(name);
  if (width <= 7) return 'm';
  return width <= 9 ? 'l' : 'xl';
}

/** Returns whether the name leaves no room beside it. */
export function isLongName(name: string): boolean {
  return nameSize(name) !== 'm';
}
