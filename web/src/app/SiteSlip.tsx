import { useEffect, useState } from 'react';
import { serverNow } from '../client/time.ts';
import { type SlipText, slipText } from '../shared/site/notice.ts';
import { t } from '../shared/site/texts.ts';
import { useSite } from '../shared/site/use-site.ts';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './SiteSlip.module.css';

/** Returns the slip of this second. */
function useSlip(): SlipText | null {
  const site = useSite();
  const [now, setNow] = useState(serverNow);
  const isShown = site !== undefined && (site.maintenance !== null || site.readOnly);
  useEffect(() => {
    if (!isShown) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [isShown]);
  return site ? slipText(site, now) : null;
}

/** A game runs on this page: its table has the whole window. */
function isPlaying(): boolean {
  return document.querySelector('main[data-status="playing"]') !== null;
}

/**
 * The maintenance that the operators announced, above every page, where it covers nothing. In a running game it is said
 * once in passing.
 */
export default function SiteSlip() {
  const slip = useSlip();
  const [hidden, setHidden] = useState<string | null>(null);
  const key = slip?.key;
  const text = slip?.text;
  useEffect(() => {
    if (key !== undefined && text !== undefined && isPlaying()) toast.info(t('inGame', { text }));
  }, [key, text]);
  if (!slip || slip.key === hidden) return null;
  return (
    <aside className={cx(styles.slip, slip.isUrgent && styles.urgent)} role="status" data-site-slip>
      <Icon name="hourglass-medium" />
      <p>{slip.text}</p>
      {slip.left !== null && (
        <b aria-label={t('left.label', { left: slip.left })} role="timer">
          {slip.left}
        </b>
      )}
      <IconButton icon="x" label={t('hide')} onClick={() => setHidden(slip.key)} />
    </aside>
  );
}
