import { Button } from '../../ui/Button.tsx';
import styles from './MutedPeople.module.css';
import { t } from './texts.ts';
import { useMuted } from './use-talk.ts';

export const MUTED_TITLE = t('mutes.title');

/** The users whose lines this account hides, each with a button that ends it. */
export function MutedPeople() {
  const { muted, unmute } = useMuted();
  if (muted.length === 0) return <p className={styles.hint}>{t('mutes.none')}</p>;
  return (
    <>
      <p className={styles.hint}>{t('mutes.hint')}</p>
      <ul className={styles.people}>
        {muted.map(({ userId, nickname }) => (
          <li key={userId}>
            <span>{nickname}</span>
            <Button small onClick={() => unmute(userId)}>
              {t('mutes.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
