import { useEffect } from 'react';
import { t } from '../client/texts.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useNetworkTried } from '../ui/use-browser.ts';
import styles from './ErrorPage.module.css';

/**
 * Replaces a page that failed to load or render; the rest of the app keeps working. Without a network it states so.
 */
export function ErrorPage() {
  const online = useNetworkTried();
  // The page loads as soon as the network is back, as the banner promises.
  useEffect(() => {
    if (online) return;
    const again = (): void => window.location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [online]);
  const why = online ? 'error' : 'needsNetwork';
  return (
    <main className={styles.page}>
      <EmptyState
        animal="elephant"
        title={t(`${why}.title`)}
        text={t(`${why}.text`)}
        action={
          <div className={styles.actions}>
            <Button tone="primary" icon="arrows-clockwise" onClick={() => window.location.reload()}>
              {t('error.retry')}
            </Button>
            {!online && (
              <>
                <ButtonLink to="/play/local" icon="device-mobile">
                  {t('needsNetwork.local')}
                </ButtonLink>
                <ButtonLink to="/learn" icon="graduation-cap">
                  {t('needsNetwork.learn')}
                </ButtonLink>
              </>
            )}
            <ButtonLink to="/" icon="house">
              {t('backHome')}
            </ButtonLink>
          </div>
        }
      />
    </main>
  );
}

/** The page for unknown addresses. */
export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <title>{`${t('notFound.title')} · ${t('name')}`}</title>
      <EmptyState
        animal="cat"
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <ButtonLink to="/" tone="primary" icon="house">
            {t('backHome')}
          </ButtonLink>
        }
      />
    </main>
  );
}
