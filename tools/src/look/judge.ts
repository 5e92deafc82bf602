import type { Page } from 'playwright';

/**
 * Returns the automatic complaints about the page, one line each. `game`: it must not scroll vertically; `phone`: every
 * target must be at least 44 px.
 */
export async function judge(page: Page, game: boolean, phone: boolean): Promise<string[]> {
  const found = [...(await page.evaluate(judgeLayout, game)), ...(await page.evaluate(judgeBars))];
  return [...new Set(phone ? [...found, ...(await page.evaluate(judgeTargets))] : found)];
}

/** Runs in the page, so it must be self-contained, as the next two. */
function judgeLayout(game: boolean): string[] {
  const root = document.documentElement;
  const found: string[] = [];
  const wide = root.scrollWidth - root.clientWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  const high = root.scrollHeight - root.clientHeight;
  if (game && high > 0) found.push(`the page of a game scrolls by ${high} px`);
  for (const element of document.body.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isClipped = style.clipPath.startsWith('inset') || style.clip.startsWith('rect');
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasText || !isSeen || isClipped || width <= 1 || height <= 1) continue;
    const text = (element.getAttribute('aria-label') || element.textContent || '').trim().slice(0, 24);
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const cutWide = element.scrollWidth - element.clientWidth;
    const cutHigh = element.scrollHeight - element.clientHeight;
    if (cutWide > 1 && hides(style.overflowX) && style.textOverflow !== 'ellipsis')
      found.push(`“${text}” is cut by ${cutWide} px`);
    else if (cutHigh > 2 && hides(style.overflowY) && style.webkitLineClamp === 'none')
      found.push(`“${text}” is cut by ${cutHigh} px below`);
  }
  return found;
}

/** Finds visible controls that are less than 44 px wide or high on touch screens. */
function judgeTargets(): string[] {
  /** Returns whether a press at this distance from the center hits the element; a label is hit for its input. */
  const hits = (element: Element, x: number, y: number, far = 0): boolean => {
    // Outside of the window half of a target counts.
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return far > 0 && far <= 21;
    const at = document.elementFromPoint(x, y);
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return at !== null && [element, ...labels].some((one) => one.contains(at));
  };
  /** Returns the length of the line through the center that hits the element, px up to 44. */
  const span = (element: Element, x: number, y: number, dx: number, dy: number): number => {
    let length = 1;
    for (const way of [-1, 1])
      for (let far = 1; length < 44; far += 1, length += 1)
        if (!hits(element, x + way * dx * far, y + way * dy * far, far)) break;
    return length;
  };
  return [...document.querySelectorAll('a[href], button, input, select, [role=tab]')].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2] as const;
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (element.hasAttribute('data-cell') || !isSeen || !hits(element, ...middle)) return [];
    const isWide = width >= 43.5 || span(element, ...middle, 1, 0) >= 44;
    const isHigh = height >= 43.5 || span(element, ...middle, 0, 1) >= 44;
    const text = element.getAttribute('aria-label') || element.textContent || element.tagName;
    const size = `${Math.round(width)}×${Math.round(height)}`;
    return isWide && isHigh ? [] : [`target “${text.trim().slice(0, 24)}” is ${size}`];
  });
}

/** Finds truncated names in the players' bars, and overlaps there. */
function judgeBars(): string[] {
  const found: string[] = [];
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') || element.textContent || element.tagName).trim().slice(0, 12);
  const isLeaf = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isShown = isSeen && !getComputedStyle(element).clipPath.startsWith('inset');
    return (hasText || ['IMG', 'BUTTON'].includes(element.tagName)) && isShown && width > 2 && height > 2;
  };
  for (const bar of document.querySelectorAll('section[data-side]')) {
    const leaves = [...bar.querySelectorAll('*')].filter(isLeaf);
    for (const [index, one] of leaves.entries()) {
      if (one.scrollWidth - one.clientWidth > 1 && getComputedStyle(one).textOverflow === 'ellipsis')
        found.push(`the bar shortens “${nameOf(one)}” to ${one.clientWidth} of ${one.scrollWidth} px`);
      for (const other of leaves.slice(index + 1)) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const isNested = one.contains(other) || other.contains(one);
        if (!isNested && across > 2 && down > 2)
          found.push(`in the bar “${nameOf(one)}” lies on “${nameOf(other)}”`);
      }
    }
  }
  return found;
}
