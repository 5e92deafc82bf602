import { useLocation } from 'react-router-dom';
import { t } from '../client/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { useNetwork } from '../ui/use-browser.ts';
import styles from './OfflineBanner.module.css';

/** Pages that work fully offline, and pages that link to them. */
const COMPLETE = ['/play/local', '/play/ai', '/play/ai/game', '/analysis'];
const ENTRANCES = ['/', '/play'];

/**
 * Shows that the browser has no network, on pages that need one. It overlays the lower edge and shifts no content.
 */
export function OfflineBanner() {
  const { pathname } = useLocation();
  const isFine = useNetwork() || COMPLETE.includes(pathname);
  return (
    <div role="status" aria-live="polite" className={styles.host}>
      {!isFine && (
        <p className={styles.banner}>
          <Icon name="wifi-slash" />
          {t(ENTRANCES.includes(pathname) ? 'offlineEntrance' : 'offline')}
        </p>
      )}
    </div>
  );
}
