import { ARRIVAL_TIME, POLICIES } from '@doushouqi/protocol';
import { firstMoveDeadline, isAwaited, isPlaying, mayAbort, turnOf } from '@doushouqi/room';
import { useCallback, useEffect } from 'react';
import { giveUp } from '../../shared/pairing/search.ts';
import { useSearch } from '../../shared/pairing/use-search.ts';
import { Chip } from '../../ui/Marks.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useIsVisible } from '../../ui/use-browser.ts';
import { useCountdown } from '../../ui/use-timers.ts';
import type { OnlineGame } from './online/online-game.ts';
import styles from './PairedNotes.module.css';
import { t } from './texts.ts';
import { useOnline, useRoom } from './use-open-room.ts';

interface PairedNotesProps {
  game: OnlineGame;
}

/** Additions of a paired room: the countdown to the first move, and reports of what the player sees. */
export default function PairedNotes({ game }: PairedNotesProps) {
  useTableShown(game);
  useWindowLeft(game);
  useSearchEnd(game);
  return (
    <div role="status">
      <FirstMove game={game} />
    </div>
  );
}

function FirstMove({ game }: PairedNotesProps) {
  const at = useRoom(game, firstMoveDeadline);
  const turn = useRoom(game, turnOf);
  const isWaitedFor = useRoom(game, (room) => isAwaited(room, turnOf(room)));
  const own = useOnline(game, (state) => state.own);
  const given = useRoom(game, ({ header }) => POLICIES[header.kind].firstMoveTime ?? 0);
  const read = useCallback((): number => {
    const now = game.serverTime();
    if (at === null || now === null) return 0;
    // Limits the countdown to its maximum: the local clock may be wrong.
    return Math.ceil(Math.min(ARRIVAL_TIME + given, Math.max(0, at - now)) / 1000);
  }, [game, at, given]);
  const left = useCountdown(read);
  if (at === null) return null;
  const who = own === null ? turn : own === turn ? 'you' : 'other';
  const untilStart = left - given / 1000;
  // The clock has not started and the player has not arrived yet.
  const absent = isWaitedFor && untilStart > 0 && who !== 'you' ? who : null;
  const seconds = absent ? untilStart : Math.min(left, given / 1000);
  return (
    <p className={styles.due}>
      <Chip tone="gold" icon="timer" className={styles.chip}>
        {absent
          ? t(`firstMove.absent.${absent}`)
          : t(`firstMove.${turn === 'red' ? 'first' : 'reply'}.${who}`)}
        <b aria-hidden="true">{t('firstMove.seconds', { seconds })}</b>
      </Chip>
    </p>
  );
}

/** Ends the search for a person once a game that yielded to it is under way. */
function useSearchEnd(game: OnlineGame): void {
  const own = useOnline(game, (state) => state.own);
  const isOnCourse = useRoom(
    game,
    (room) => own !== null && POLICIES[room.header.kind].yields && isPlaying(room) && !mayAbort(room, own),
  );
  const { phase } = useSearch();
  const isSeeking = phase === 'searching' || phase === 'joining';
  useEffect(() => {
    if (!isOnCourse || !isSeeking) return;
    giveUp();
    toast.info(t('bot.searchEnded'));
  }, [isOnCourse, isSeeking]);
}

/**
 * Reports to the server that the table is visible without a dialog over it: the clock of the own first move starts
 * then.
 */
function useTableShown(game: OnlineGame): void {
  const isAsked = useOnline(
    game,
    ({ own, connection, local: { room } }) =>
      own !== null && room !== null && connection === 'up' && isAwaited(room, own),
  );
  const search = useSearch();
  const isCovered = search.phase === 'found' && search.fresh;
  const isVisible = useIsVisible();
  useEffect(() => {
    if (isAsked && !isCovered && isVisible) game.showTable();
  }, [game, isAsked, isCovered, isVisible]);
}

/** Reports that the window of a player lost the focus or was hidden: some room kinds count this. */
function useWindowLeft(game: OnlineGame): void {
  const isOn = useOnline(game, ({ own, status }) => own !== null && status === 'playing');
  const isCounted = useRoom(game, ({ header }) => POLICIES[header.kind].countsFocusLoss);
  useEffect(() => {
    if (!isOn || !isCounted) return;
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
  }, [game, isOn, isCounted]);
}
