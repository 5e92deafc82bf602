import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { api } from '../../../client/api.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './AnnouncementBar.module.css';
import { announcementMotion, type Motion } from './announcement-motion.ts';
import { t } from './texts.ts';

/** Intervals of requests for the announcement: after a success and after a failure. Milliseconds. */
const REFRESH = 60_000;
const RETRY = 10_000;

interface LobbyInfo {
  /** Empty: none. */
  announcement: string;
  groupNumber: string;
}

/** Whether the user reads Chinese, as far as the browser says. */
function readsChinese(): boolean {
  return navigator.languages.length === 0 || navigator.languages.some((one) => /^zh\b/i.test(one));
}

/** Returns the operators' announcement, in a language that the user reads, and chat group; undefined until loaded. */
export function useLobbyInfo(): LobbyInfo | undefined {
  return useQuery({
    queryKey: ['lobby', 'info'],
    async queryFn() {
      const { announcement, announcementEn, groupNumber } = await api.getLobbyInfo();
      return { announcement: readsChinese() ? announcement : (announcementEn ?? announcement), groupNumber };
    },
    staleTime: REFRESH,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY : REFRESH),
  }).data;
}

/** The motion as custom properties of the style sheet. */
function styleOf({ from, to, duration, elapsed }: Motion): CSSProperties {
  return {
    '--from': `${from}px`,
    '--to': `${to}px`,
    '--duration': `${duration}ms`,
    '--delay': `${-elapsed}ms`,
  } as CSSProperties;
}

/** The first line of the announcement, scrolling; a press shows all of it. */
export function AnnouncementBar({ onRead }: { onRead: () => void }) {
  const announcement = useLobbyInfo()?.announcement.trim();
  return announcement ? <Bar key={announcement} text={announcement} onRead={onRead} /> : null;
}

function Bar({ text, onRead }: { text: string; onRead: () => void }) {
  const box = useRef<HTMLSpanElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  const [motion, setMotion] = useState<Motion | null>(null);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (box.current && words.current)
        setMotion(announcementMotion(words.current.scrollWidth, box.current.clientWidth));
    };
    // The width of the text changes with the font, that of the box with the window.
    const observer = new ResizeObserver(measure);
    for (const element of [box.current, words.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <button type="button" className={styles.bar} title={t('announcement.read')} onClick={onRead}>
      <Icon name="megaphone" />
      <span ref={box} className={styles.box}>
        <span
          ref={words}
          className={cx(styles.words, motion !== null && styles.moving)}
          style={motion ? styleOf(motion) : undefined}
        >
          {text}
        </span>
      </span>
    </button>
  );
}
