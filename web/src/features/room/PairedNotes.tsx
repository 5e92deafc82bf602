import { FIRST_MOVE_TIME } from '@doushouqi/protocol';
import { firstMoveDeadline, turnOf } from '@doushouqi/room';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { colourOf } from '../../game/board-model.ts';
import type { OnlineGame } from '../../game/online/online-game.ts';
import { Chip } from '../../ui/Marks.tsx';
import { useCountdown } from '../../ui/use-countdown.ts';
import styles from './PairedNotes.module.css';
import { useOnline, useRoom } from './use-open-room.ts';

interface PairedNotesProps {
  game: OnlineGame;
}

/** What a room of a pair has besides: the first move is due soon. A page that looks elsewhere says so where that counts. */
export default function PairedNotes({ game }: PairedNotesProps) {
  useLookingAway(game);
  return (
    <div role="status">
      <FirstMove game={game} />
    </div>
  );
}

function FirstMove({ game }: PairedNotesProps) {
  const { t } = useTranslation();
  const at = useRoom(game, firstMoveDeadline);
  const turn = useRoom(game, turnOf);
  const own = useOnline(game, (state) => state.own);
  const read = useCallback((): number => {
    const now = game.serverTime();
    if (at === null || now === null) return 0;
    // A clock that is off shows no more than there is.
    return Math.ceil(Math.min(FIRST_MOVE_TIME, Math.max(0, at - now)) / 1000);
  }, [game, at]);
  const seconds = useCountdown(read);
  if (at === null) return null;
  const who = own === null ? colourOf(turn) : own === turn ? 'you' : 'other';
  return (
    <p className={styles.due}>
      <Chip tone="gold" icon="timer" className={styles.chip}>
        {t(`room.firstMove.${who}`)}
        <b>{t('room.firstMove.seconds', { seconds })}</b>
      </Chip>
    </p>
  );
}

/** The window of a player of a rated game lost the focus, or was hidden. */
function useLookingAway(game: OnlineGame): void {
  const isOn = useOnline(game, ({ own, status }) => own !== null && status === 'playing');
  const isRated = useRoom(game, ({ header }) => header.kind === 'rated');
  useEffect(() => {
    if (!isOn || !isRated) return;
    const away = (): void => game.lookAway();
    const hidden = (): void => {
      if (document.hidden) away();
    };
    window.addEventListener('blur', away);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('blur', away);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [game, isOn, isRated]);
}
