/** How large a nickname is written, so that the longest fits beside a clock. Pure. */

/** East Asian characters are as wide as high, others about 0.6 of that. */
function widthOf(name: string): number {
  return [...name].reduce((width, character) => width + (character > '\u2e7f' ? 1 : 0.6), 0);
}

export function nameSize(name: string): 'm' | 'l' | 'xl' {
  const width = widthOf(name);
  if (width <= 7) return 'm';
  return width <= 9 ? 'l' : 'xl';
}

/** Whether it leaves no room beside it. */
export function isLongName(name: string): boolean {
  return nameSize(name) !== 'm';
}
