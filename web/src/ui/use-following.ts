import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Shown {
  /** The list; a new value means that it changed. */
  messages: unknown;
  /**
   * Keys of the first and the last message, which detect new ones. Without `first`, no older messages are inserted.
   */
  first?: string | undefined;
  last: string | undefined;
  /** Time of the last message, in epoch ms. If messages can be removed, an older message at the end is not new. */
  at?: number | undefined;
  /** The user sent the last message; the list scrolls to it from any position. */
  own: boolean;
}

export interface Following {
  list: RefObject<HTMLDivElement | null>;
  /** New messages arrived while the user was reading older ones. */
  news: boolean;
  toEnd: () => void;
  onScroll: () => void;
}

/** Within this many px of its end, a list follows new messages. */
const NEAR_END = 20;

/** Returns whether a scrolled list is within `within` px of its end. */
export function isNearEnd(
  { scrollTop, scrollHeight, clientHeight }: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>,
  within: number,
): boolean {
  return scrollHeight - scrollTop - clientHeight <= within;
}

/**
 * Scrolls to new messages unless the user has scrolled more than `within` px away from the end. Older messages
 * inserted
 * above do not move the visible ones.
 */
export function useFollowing({ messages, first, last, at = 0, own }: Shown, within = NEAR_END): Following {
  const list = useRef<HTMLDivElement>(null);
  const near = useRef(true);
  const before = useRef({ first, last, at, height: 0 });
  const [news, setNews] = useState(false);
  const toEnd = (): void => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
    setNews(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the messages is followed or announced
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const fresh = last !== before.current.last && at >= before.current.at;
    if (near.current || (own && fresh)) toEnd();
    else if (fresh) setNews(true);
    else if (first !== before.current.first)
      element.scrollTop += element.scrollHeight - before.current.height;
    before.current = { first, last, at, height: element.scrollHeight };
  }, [messages]);
  const onScroll = (): void => {
    if (!list.current) return;
    near.current = isNearEnd(list.current, within);
    before.current.height = list.current.scrollHeight;
    if (near.current) setNews(false);
  };
  // A list that changes its height stays at its end.
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
}
