import art from 'virtual:art';
import type { ThemeId } from '@doushouqi/protocol';
import { useState } from 'react';
import type { ThemeConfig } from '../../board/theme.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './ThemeCard.module.css';
import { t } from './texts.ts';

interface ThemeCardProps {
  id: ThemeId;
  /** Absent while it is on its way. */
  config: ThemeConfig | undefined;
  current: boolean;
}

/** What stands on the card of a theme: start position, name, description; the one in use bears a stamp. */
export function ThemeCard({ id, config, current }: ThemeCardProps) {
  const [loaded, setLoaded] = useState(false);
  return (
    <>
      <span className={styles.preview}>
        <img
          src={`${art[id]}/preview.webp`}
          alt=""
          className={cx(styles.picture, loaded && styles.loaded)}
          onLoad={() => setLoaded(true)}
        />
        {current && (
          <span className={styles.stamp} aria-hidden="true">
            {t('using')}
          </span>
        )}
      </span>
      {config ? (
        <>
          <span className={styles.name}>{config.name}</span>
          <span className={styles.description}>{config.description}</span>
        </>
      ) : (
        <>
          <Skeleton className={styles.nameBlock} />
          <Skeleton className={styles.descriptionBlock} />
        </>
      )}
    </>
  );
}
