import { turnOf } from '@doushouqi/room';
import { useEffect } from 'react';
import { t as boardText } from '../../board/texts.ts';
import { noteSeen } from '../../shared/correspondence/listed-games.ts';
import { leftText } from '../../shared/correspondence/time-words.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useIsVisible } from '../../ui/use-browser.ts';
import styles from './CorrespondenceNote.module.css';
import { t } from './correspondence-texts.ts';
import type { OnlineGame } from './online/online-game.ts';
import { useOnline, useRoom } from './use-open-room.ts';
import { useTimeLeft } from './use-time-left.ts';

/** Notes that a player has seen how the game ended, so that the result is no news. */
function useSeenEnd(game: OnlineGame): void {
  const isOwn = useOnline(game, ({ own, status }) => own !== null && status === 'over');
  const gameId = useRoom(game, ({ header }) => header.gameId);
  const isSeen = useIsVisible() && isOwn;
  const { userId } = game;
  useEffect(() => {
    if (isSeen && gameId !== null && userId !== null) noteSeen(userId, gameId);
  }, [isSeen, gameId, userId]);
}

/** States whose move it is in a running correspondence game, and that the player may leave. */
export function CorrespondenceNote({ game }: { game: OnlineGame }) {
  const own = useOnline(game, (state) => state.own);
  const turn = useRoom(game, turnOf);
  const left = useTimeLeft(game);
  useSeenEnd(game);
  if (left === null) return null;
  const words = leftText(left);
  return (
    <p className={styles.line} role="status" data-own={own === turn}>
      <Icon name={own === turn ? 'door' : 'hourglass-medium'} />
      {own === null
        ? t('watched', { side: boardText(`sideName.${turn}`), left: words })
        : own === turn
          ? t('mine')
          : t('theirs', { left: words })}
    </p>
  );
}
