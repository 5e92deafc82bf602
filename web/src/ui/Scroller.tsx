import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import styles from './Scroller.module.css';
import { t } from './texts.ts';

/** A scrolling box that shows a hint at its lower edge while more content follows. */
export function Scroller({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLElement>(null);
  const [hasMore, setHasMore] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setHasMore(!entries.at(-1)?.isIntersecting), {
      root: scroller.current,
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={styles.place}>
      <div ref={scroller} className={cx(styles.scroller, className)}>
        {children}
        <i ref={end} className={styles.end} />
      </div>
      {hasMore && (
        <span aria-hidden="true" className={styles.more}>
          <span>
            {t('more')}
            <Icon name="caret-down" />
          </span>
        </span>
      )}
    </div>
  );
}
