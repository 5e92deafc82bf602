import { Button } from '../../ui/Button.tsx';
import styles from './SettingsPage.module.css';
import { t } from './texts.ts';

/** Replaces a setting that failed to load. */
export function NotLoaded({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  return (
    <p className={styles.failed} role="alert">
      {text}
      <Button small onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </p>
  );
}
