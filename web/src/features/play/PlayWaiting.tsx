import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { useNetwork } from '../../ui/use-network.ts';
import styles from './PlayMenu.module.css';
import { t } from './texts.ts';

/** Shown while the pools load; without a network, the ways to play that need none. */
export function PoolsWaiting() {
  if (useNetwork())
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton className={styles.ghost} />
      </div>
    );
  return (
    <Card framed role="status" className={styles.offline}>
      <Icon name="wifi-slash" />
      <h2>{t('offline.title')}</h2>
      <p>{t('offline.text')}</p>
      <div className={styles.choices}>
        <ButtonLink to="/play/ai" icon="robot">
          {t('ai')}
        </ButtonLink>
        <ButtonLink to="/play/local" icon="device-mobile">
          {t('local')}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Shown while the challenges load; nothing without a network. */
export function AsideWaiting() {
  return useNetwork() ? <Skeleton className={cx(styles.ghost, styles.aside)} /> : null;
}
