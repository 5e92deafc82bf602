import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import { useNetwork } from '../ui/use-network.ts';
import styles from './OfflineBanner.module.css';

/** Says so as long as the browser has no network. It lies over the lower edge and moves nothing. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useNetwork();
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
