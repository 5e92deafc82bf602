import { opponent } from '@doushouqi/rules';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sideOf } from '../../game/board-model.ts';
import { graceSeconds, isNoticed, judgedAbsence } from '../../game/offline.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { serverTimeAt } from '../../game/online-state.ts';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './Notes.module.css';
import { useCountdown } from './use-countdown.ts';
import { useGame } from './use-online-game.ts';
import type { RoomView } from './use-room-view.ts';

/** What must be known beside the board: a broken line, an opponent who is away. */
export function Notes(view: RoomView) {
  useOfflineVerdict(view);
  return (
    <>
      <ConnectionNote game={view.game} />
      <OfflineNote {...view} />
    </>
  );
}

/** Says so while the connection is broken; beside the board, never on it. */
function ConnectionNote({ game }: { game: OnlineGame }) {
  const { t } = useTranslation();
  const connection = useGame(game, (state) => state.connection);
  const broken = connection === 'down' || connection === 'connecting';
  return (
    <div role="status" className={styles.note} data-connection={connection}>
      {broken && (
        <p>
          <Icon name="wifi-slash" />
          {t(`room.connection.${connection}`)}
        </p>
      )}
    </div>
  );
}

/** Counts down to the loss of a player who is away (spec §4). */
function OfflineNote({ game, room, seat }: RoomView) {
  const { t } = useTranslation();
  const absence = judgedAbsence(room.header);
  const since = absence?.since ?? null;
  const connected = useGame(game, (state) => state.connection !== 'down');
  const read = useCallback((): number => {
    const serverNow = serverTimeAt(game.store.getState(), performance.now());
    if (since === null || serverNow === null) return 0;
    return graceSeconds(since, serverNow);
  }, [game, since]);
  const seconds = useCountdown(read);
  const shown = absence && connected && absence.player !== seat && isNoticed(seconds);
  const text = (): string => {
    if (!absence) return '';
    if (seat === null || absence.player !== opponent(seat))
      return t('room.offline.side', { side: t(`board.sideName.${sideOf(absence.player)}`), seconds });
    return t('room.offline.opponent', { seconds });
  };
  return (
    <div role="status" className={styles.note}>
      {shown && (
        <p>
          <Icon name="warning" />
          {text()}
        </p>
      )}
    </div>
  );
}

/** The winner is told that the opponent stayed away, and the server that he was. */
function useOfflineVerdict({ game, room, seat }: RoomView): void {
  const { t } = useTranslation();
  const { offlinePlayerSurrendered: loser, gameId } = room.header;
  const told = seat !== null && loser !== null && loser !== game.userId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each game
  useEffect(() => {
    if (!told) return;
    toast.success(t('room.offline.won'));
    void game.commands.clearOfflineSurrender().catch(() => {});
  }, [told, gameId]);
}
