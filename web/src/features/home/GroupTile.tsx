import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/clipboard.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { useLobbyInfo } from '../lobby/use-lobby-info.ts';
import styles from './Tiles.module.css';

/** The number of the official chat group (spec §1); a press copies it. */
export function GroupTile() {
  const { t } = useTranslation();
  const number = useLobbyInfo()?.groupNumber;
  if (!number) {
    return (
      <div className={cx(styles.tile, styles.group)}>
        <span className={styles.name}>{t('home.group.title')}</span>
        {number === '' ? (
          <span className={styles.hint}>{t('home.group.none')}</span>
        ) : (
          <Skeleton className={styles.number} />
        )}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={cx(styles.tile, styles.group, styles.open)}
      onClick={() => void copyText(number, t('home.group.copied'))}
    >
      <span className={styles.name}>{t('home.group.title')}</span>
      <span className={styles.number}>{number}</span>
      <span className={styles.hint}>
        <Icon name="copy" />
        {t('home.group.copy')}
      </span>
    </button>
  );
}
