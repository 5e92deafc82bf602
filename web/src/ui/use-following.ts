import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Shown {
  /** What is shown; another value is another look at it. */
  messages: unknown;
  /** Names of the first and the last message, by which new ones are known. Without `first` nothing comes in above. */
  first?: string | undefined;
  last: string | undefined;
  /** Time of the last message: where messages can vanish, an older one that is now the last is not new. */
  at?: number | undefined;
  /** The last message is the person's own: it is followed from wherever they are. */
  own: boolean;
}

export interface Following {
  list: RefObject<HTMLDivElement | null>;
  /** New messages came while the person was reading older ones. */
  news: boolean;
  toEnd: () => void;
  onScroll: () => void;
}

/** Within so many px of the end the talk of a few follows new messages. */
const NEAR_END = 20;

/** Whether a scrolled list is within so many px of its end. */
export function isNearEnd(
  { scrollTop, scrollHeight, clientHeight }: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>,
  within: number,
): boolean {
  return scrollHeight - scrollTop - clientHeight <= within;
}

/**
 * Follows the end of a list of messages as long as the person has not scrolled further than `within` px away from it.
 * Older messages that come in above leave everything where it was.
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
}
