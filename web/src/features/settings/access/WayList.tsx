import type { Way } from '@doushouqi/protocol';
import { Icon } from '../../../ui/Icon.tsx';
import { KeepSwitch } from './KeepSwitch.tsx';
import { t } from './texts.ts';
import { WayIcon } from './WayIcon.tsx';
import styles from './WayList.module.css';
import { addedText, groupWays, wayIcon, wayName } from './way-text.ts';

interface WayListProps {
  ways: readonly Way[];
  /** Epoch ms. */
  now: number;
  /** One of the codes has just been used. */
  hasUsedCode: boolean;
  isKept: (way: Way) => boolean;
  onChange: (way: Way, isKept: boolean) => void;
}

/** What opens the account, what was added lately first and marked. */
export function WayList({ ways, now, hasUsedCode, isKept, onChange }: WayListProps) {
  const { recent, former } = groupWays(ways);
  const row = (way: Way) => {
    const name = wayName(way);
    return (
      <li key={way.id} className={styles.way}>
        <span className={styles.icon}>
          <WayIcon name={wayIcon(way)} />
        </span>
        <div className={styles.words}>
          <b>
            {name}
            {way.kind === 'codes' && hasUsedCode && <span className={styles.used}>{t('used')}</span>}
          </b>
          <p>{addedText(way, now)}</p>
        </div>
        {way.isThis ? (
          <span className={styles.lock}>
            <WayIcon name="lock" />
            {t('inUse')}
          </span>
        ) : (
          <KeepSwitch name={name} isKept={isKept(way)} onChange={(next) => onChange(way, next)} />
        )}
      </li>
    );
  };
  return (
    <>
      {recent.length > 0 && (
        <section className={styles.recent}>
          <h3 className={styles.group}>
            <Icon name="warning" />
            {t(recent.every(({ isRecent }) => isRecent) ? 'group.recent' : 'group.suspended')}
            <small>{recent.length}</small>
            {recent.some(({ isSuspended }) => isSuspended) && (
              <small className={styles.state}>{t('group.suspendedNow')}</small>
            )}
          </h3>
          <ul className={styles.list}>{recent.map(row)}</ul>
        </section>
      )}
      <section>
        <h3 className={styles.group}>
          {t('group.former')} <small>{former.length}</small>
        </h3>
        <ul className={styles.list}>{former.map(row)}</ul>
        {ways.every(({ isThis }) => isThis) && <p className={styles.empty}>{t('empty')}</p>}
      </section>
    </>
  );
}
