import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Shown {
  /** What is shown; another value is another look at it. */
  lines: unknown;
  /** Names of the first and the last line, by which new ones are known. Without `first` nothing comes in above. */
  first?: string | undefined;
  last: string | undefined;
  /** Time of the last line: where lines can vanish, an older one that is now the last is not new. */
  at?: number | undefined;
  /** The last line is the person's own: it is followed from wherever they are. */
  own: boolean;
}

export interface Following {
  list: RefObject<HTMLDivElement | null>;
  /** New lines came while the person was reading older ones. */
  news: boolean;
  toEnd: () => void;
  onScroll: () => void;
}

/** Within so many px of the end the talk of a few follows new lines (spec §9). */
const NEAR_END = 20;

/** Whether a scrolled list is within so many px of its end. */
export const isNearEnd = (
  { scrollTop, scrollHeight, clientHeight }: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>,
  within: number,
): boolean => scrollHeight - scrollTop - clientHeight <= within;

/**
 * Follows the end of a list of lines as long as the person has not scrolled further than `within` px away from it. Older
 * lines that come in above leave everything where it was.
 */
export const useFollowing = ({ lines, first, last, at = 0, own }: Shown, within = NEAR_END): Following => {
  const list = useRef<HTMLDivElement>(null);
  const near = useRef(true);
  const before = useRef({ first, last, at, height: 0 });
  const [news, setNews] = useState(false);
  const toEnd = (): void => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
    setNews(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the lines is followed or announced
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const fresh = last !== before.current.last && at >= before.current.at;
    if (near.current || (own && fresh)) toEnd();
    else if (fresh) setNews(true);
    else if (first !== before.current.first)
      element.scrollTop += element.scrollHeight - before.current.height;
    before.current = { first, last, at, height: element.scrollHeight };
  }, [lines]);
  const onScroll = (): void => {
    if (!list.current) return;
    near.current = isNearEnd(list.current, within);
    before.current.height = list.current.scrollHeight;
    if (near.current) setNews(false);
  };
  // A list that becomes lower or higher keeps its end in sight.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (near.current) element.scrollTo({ top: element.scrollHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { list, news, toEnd, onScroll };
};
