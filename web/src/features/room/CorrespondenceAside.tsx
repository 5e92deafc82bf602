import { turnOf } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';
import type { CSSProperties } from 'react';
import { useMinute } from '../../shared/correspondence/games.ts';
import { leftText, pastText } from '../../shared/correspondence/time-words.ts';
import { t as tableText } from '../../shared/table/texts.ts';
import styles from './CorrespondenceAside.module.css';
import { t } from './correspondence-texts.ts';
import type { OnlineGame } from './online/online-game.ts';
import { useOnline, useRoom } from './use-open-room.ts';
import { useTimeLeft } from './use-time-left.ts';

interface CorrespondenceAsideProps {
  game: OnlineGame;
  side: Side;
}

const DAY = 86_400_000;

/** In place of a clock: the user's time for the move, or when another player was last seen. */
export function CorrespondenceAside({ game, side }: CorrespondenceAsideProps) {
  const own = useOnline(game, (state) => state.own);
  const turn = useRoom(game, turnOf);
  const days = useRoom(game, ({ header }) => header.daysPerMove) ?? 1;
  const left = useTimeLeft(game);
  if (own !== side) return <Seen {...{ game, side }} />;
  if (left === null || turn !== side) return null;
  const part = Math.min(100, (left / (days * DAY)) * 100);
  return (
    <div role="timer" className={styles.plate} style={{ '--part': `${part}%` } as CSSProperties}>
      <small>{t('remaining')}</small>
      <b>{leftText(left)}</b>
    </div>
  );
}

/** When a player was last in the room. */
function Seen({ game, side }: CorrespondenceAsideProps) {
  const since = useRoom(game, ({ header }) => header.offlineSince[side]);
  const isPlaying = useOnline(game, ({ status }) => status === 'playing');
  const device = useMinute();
  if (!isPlaying) return null;
  return (
    <p className={styles.seen}>
      {since === null ? (
        <b className={styles.here}>{tableText('bar.online')}</b>
      ) : (
        <>
          {t('lastSeen')}
          <b>{pastText(since, game.serverTime() ?? device)}</b>
        </>
      )}
    </p>
  );
}
