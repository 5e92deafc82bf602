import type { Page } from 'playwright';

export interface Rules {
  /** The page must not scroll vertically. */
  game: boolean;
  /** Every target must be at least 44 px. */
  phone: boolean;
}

/** Maximum layout shift of a load. */
const MOST_SHIFT = 0.05;

/** Records layout shifts; runs before the page's own scripts. */
export function watchShifts(): void {
  const counted = window as unknown as { layoutShift: number };
  counted.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) counted.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Returns the complaints about a page's load. */
export async function judgeShift(page: Page): Promise<string[]> {
  const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
  return shift > MOST_SHIFT ? [`moved by itself while it loaded: CLS ${shift.toFixed(3)}`] : [];
}

/** Returns the automatic complaints about the page, one line each. */
export async function judge(page: Page, rules: Rules): Promise<string[]> {
  return [
    ...(await page.evaluate(judgeLayout, rules)),
    ...(rules.phone ? await page.evaluate(judgeTargets) : []),
    ...(await page.evaluate(judgeBars)),
  ];
}

/** Runs in the page, so it must be self-contained. */
function judgeLayout({ game }: Rules): string[] {
  const root = document.documentElement;
  const found: string[] = [];
  const textOf = (element: Element): string => {
    const text = element.getAttribute('aria-label') || element.textContent || element.tagName;
    return `“${text.trim().replace(/\s+/g, ' ').slice(0, 24)}”`;
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isClipped = style.clipPath.startsWith('inset') || style.clip.startsWith('rect');
    return width > 1 && height > 1 && style.visibility === 'visible' && style.opacity !== '0' && !isClipped;
  };
  const wide = root.scrollWidth - root.clientWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  const high = root.scrollHeight - root.clientHeight;
  if (game && high > 0) found.push(`the page of a game scrolls by ${high} px`);

  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some(
      ({ nodeType, data }: ChildNode & { data?: string }) => nodeType === 3 && data?.trim(),
    );
    if (!hasText || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const cutWide = element.scrollWidth - element.clientWidth;
    const cutHigh = element.scrollHeight - element.clientHeight;
    if (cutWide > 1 && hides(style.overflowX) && style.textOverflow !== 'ellipsis')
      found.push(`${textOf(element)} is cut by ${cutWide} px`);
    else if (cutHigh > 2 && hides(style.overflowY) && style.webkitLineClamp === 'none')
      found.push(`${textOf(element)} is cut by ${cutHigh} px below`);
  }
  return found;
}

/** Runs in the page: finds visible controls that are less than 44 px wide or high on touch screens. */
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
  const isSmall = (element: Element): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2] as const;
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isSeen || !hits(element, ...middle)) return false;
    const [isWide, isHigh] = [width, height].map((length) => length >= 43.5);
    return !(
      (isWide || span(element, ...middle, 1, 0) >= 44) &&
      (isHigh || span(element, ...middle, 0, 1) >= 44)
    );
  };
  const controls = document.querySelectorAll('a[href], button, input, select, [role=tab]');
  return [...controls]
    .filter((element) => !element.hasAttribute('data-cell') && isSmall(element))
    .map((element) => {
      const text = element.getAttribute('aria-label') || element.textContent || element.tagName;
      const { width, height } = element.getBoundingClientRect();
      return `target “${text.trim().slice(0, 24)}” is ${Math.round(width)}×${Math.round(height)}`;
    });
}

/** Runs in the page: finds truncated names in the players' bars, and overlaps there. */
function judgeBars(): string[] {
  const found: string[] = [];
  const nameOf = (element: Element): string =>
    (
      element.getAttribute('aria-label') ||
      element.textContent ||
      element.getAttribute('alt') ||
      element.tagName
    )
      .trim()
      .slice(0, 12);
  for (const bar of document.querySelectorAll('section[data-side]')) {
    const isLeaf = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      );
      const style = getComputedStyle(element);
      const isHidden =
        style.clipPath.startsWith('inset') || style.visibility !== 'visible' || style.opacity === '0';
      return (
        (hasText || element.tagName === 'IMG' || element.tagName === 'BUTTON') &&
        width > 2 &&
        height > 2 &&
        !isHidden
      );
    };
    const leaves = [...bar.querySelectorAll('*')].filter(isLeaf);
    for (const leaf of leaves)
      if (leaf.scrollWidth - leaf.clientWidth > 1 && getComputedStyle(leaf).textOverflow === 'ellipsis')
        found.push(`the bar shortens “${nameOf(leaf)}” to ${leaf.clientWidth} of ${leaf.scrollWidth} px`);
    for (const [index, one] of leaves.entries()) {
      for (const other of leaves.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2)
          found.push(
            `in the bar “${nameOf(one)}” lies on “${nameOf(other)}” (${Math.round(across)}×${Math.round(down)} px)`,
          );
      }
    }
  }
  return found;
}
