import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isAtBottom, type LobbyItem } from './lines.ts';

interface Following {
  list: RefObject<HTMLDivElement | null>;
  /** New lines wait below. */
  news: boolean;
  toEnd: () => void;
  onScroll: () => void;
}

/** Follows the end of the list as long as the person has not scrolled away from it (spec §9). */
export const useFollowing = (items: readonly LobbyItem[]): Following => {
  const list = useRef<HTMLDivElement>(null);
  const atBottom = useRef(true);
  const newest = useRef(0);
  const [news, setNews] = useState(false);
  const toEnd = (): void => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
    setNews(false);
  };
  const last = items.at(-1);
  const mine = last?.mine ?? false;
  const at = last?.line.timestamp ?? 0;
  useLayoutEffect(() => {
    // A list that lost its end, by hiding somebody, has no news.
    const isNew = at > newest.current;
    newest.current = at;
    if (atBottom.current || (isNew && mine)) {
      list.current?.scrollTo({ top: list.current.scrollHeight });
      setNews(false);
    } else if (isNew) setNews(true);
  }, [at, mine]);
  const onScroll = (): void => {
    if (!list.current) return;
    atBottom.current = isAtBottom(list.current);
    if (atBottom.current) setNews(false);
  };
  // A list that becomes lower, by a keyboard say, keeps its end in sight.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (atBottom.current) element.scrollTo({ top: element.scrollHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { list, news, toEnd, onScroll };
};
