import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { roomPath } from '../../client/rooms.ts';
import { ownTurns, useGames, useMinute } from '../../shared/correspondence/games.ts';
import { leftText } from '../../shared/correspondence/time-words.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './TurnSlip.module.css';
import { t } from './turn-texts.ts';

/** Leads to the correspondence game with the least time left; `children` is the slip that is shown if none waits. */
export default function TurnSlip({ children }: { children: ReactNode }) {
  const games = ownTurns(useGames().data?.games ?? []);
  const now = useMinute();
  const [first] = games;
  if (!first) return children;
  const { roomId, opponent, deadline } = first;
  const more = games.length - 1;
  return (
    <Link to={roomPath(roomId)} className={styles.slip}>
      <Avatar file={opponent?.avatar} size={34} />
      <span className={styles.words}>
        <strong>
          {t('turn')}
          <span>{t('waits', { name: opponent?.nickname ?? '' })}</span>
        </strong>
        <small>
          <b>{leftText((deadline ?? now) - now)}</b>
          {more > 0 && <span>{t('more', { count: more })}</span>}
        </small>
      </span>
      <span className={styles.go} aria-hidden="true">
        {t('go')}
      </span>
    </Link>
  );
}
