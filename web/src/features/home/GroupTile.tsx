import { copyText } from '../../ui/clipboard.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useLobbyInfo } from './lobby/use-lobby-info.ts';
import styles from './Tiles.module.css';
import { t } from './texts.ts';

/** The number of the official chat group (spec §1), copied by a press; nothing while the operators name none. */
export function GroupTile() {
  const number = useLobbyInfo()?.groupNumber;
  if (!number) return null;
  return (
    <li>
      <button
        type="button"
        className={cx(styles.tile, styles.group, styles.open)}
        onClick={() => void copyText(number, t('group.copied'))}
      >
        <span className={styles.name}>{t('group.title')}</span>
        <span className={styles.number}>{number}</span>
        <span className={styles.hint}>
          <Icon name="copy" />
          {t('group.copy')}
        </span>
      </button>
    </li>
  );
}
