import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import styles from './OfflineBanner.module.css';

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** Says so as long as the browser has no network. It lies over the lower edge and moves nothing. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" aria-live="polite" className={styles.host}>
      {!online && (
        <p className={styles.banner}>
          <Icon name="wifi-slash" />
          {t('app.offline')}
        </p>
      )}
    </div>
  );
}
