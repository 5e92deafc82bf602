import art from 'virtual:art';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useMode } from '../client/mode.ts';
import { useSession } from '../client/session.ts';
import { backgroundSources, resolveTheme } from '../client/theme.ts';
import { cx } from '../ui/cx.ts';
import styles from './Background.module.css';

/** The theme's picture behind the page, with a paper texture; `calm` limits it to the lower edge. */
export function Background({ calm }: { calm: boolean }) {
  const mode = useMode();
  const theme = useSession((state) => resolveTheme(state.currentTheme));
  const [broken, setBroken] = useState<string>();
  const { wide, narrow, fallback, veil, tone } = backgroundSources(theme, art[theme], mode === 'dark');
  const failed = broken === wide;
  const onError = (_: SyntheticEvent) => setBroken(wide);
  // Text on the bare page has the contrast of its background: the picture, or the paper on calm pages.
  useEffect(() => {
    document.documentElement.dataset.tone = calm ? mode : tone;
  }, [calm, mode, tone]);
  return (
    <div className={cx(styles.background, calm && styles.calm, styles[tone])} aria-hidden="true">
      <picture>
        {!failed && <source media="(min-width: 1025px)" srcSet={wide} />}
        <img src={failed ? fallback : narrow} alt="" onError={failed ? undefined : onError} />
      </picture>
      {veil && <div className={styles.veil} />}
    </div>
  );
}
