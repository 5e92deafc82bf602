import { isAwaited, offlineDeadline } from '@doushouqi/room';
import { otherSide } from '@doushouqi/rules';
import { useCallback, useEffect } from 'react';
import { t as boardText } from '../../board/texts.ts';
import { t as appText } from '../../client/texts.ts';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useNetwork } from '../../ui/use-browser.ts';
import { useCountdown } from '../../ui/use-timers.ts';
import styles from './Notes.module.css';
import { graceSeconds, isNoticed } from './online/absence.ts';
import type { OnlineGame } from './online/online-game.ts';
import { t } from './texts.ts';
import { useOnline, useRoom } from './use-open-room.ts';

interface NotesProps {
  game: OnlineGame;
}

/** Notes beside the board: a broken connection, an opponent who is offline. */
export function Notes({ game }: NotesProps) {
  useOfflineVerdict(game);
  return (
    <>
      <ConnectionNote game={game} />
      <OfflineNote game={game} />
    </>
  );
}

/** Shown while the connection is broken; beside the board, never on it. */
function ConnectionNote({ game }: NotesProps) {
  const connection = useOnline(game, (state) => state.connection);
  const hasNetwork = useNetwork();
  const broken = connection === 'down' || connection === 'connecting' ? connection : null;
  return (
    <div role="status" className={styles.note} data-connection={connection}>
      {(broken || !hasNetwork) && (
        <p>
          <Icon name="wifi-slash" />
          {hasNetwork && broken ? t(`connection.${broken}`) : appText('offline')}
        </p>
      )}
    </div>
  );
}

/** Counts down to the loss of an offline player. */
function OfflineNote({ game }: NotesProps) {
  const deadline = useRoom(game, ({ header }) => offlineDeadline(header));
  const own = useOnline(game, (state) => state.own);
  // A player who has not come yet has not left.
  const hasCome = useRoom(game, (room) => deadline === null || !isAwaited(room, deadline.side));
  const isConnected = useOnline(game, ({ connection }) => connection !== 'down');
  const hasNetwork = useNetwork();
  const at = deadline?.at ?? null;
  const read = useCallback((): number => {
    const now = game.serverTime();
    return at === null || now === null ? 0 : graceSeconds(at, now);
  }, [game, at]);
  const seconds = useCountdown(read);
  const shown =
    deadline && hasCome && hasNetwork && isConnected && deadline.side !== own && isNoticed(seconds);
  const text = (): string => {
    if (!deadline) return '';
    if (own === null || deadline.side !== otherSide(own))
      return t('offline.side', { side: boardText(`sideName.${deadline.side}`), seconds });
    return t('offline.opponent', { seconds });
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

/** Notifies the winner that the opponent stayed offline, and claims the win from the server. */
function useOfflineVerdict(game: OnlineGame): void {
  const gameId = useOnline(game, (state) => state.gameId);
  const isPlayer = useOnline(game, ({ own }) => own !== null);
  const loser = useRoom(game, ({ header }) => header.offlinePlayerSurrendered);
  const isWinner = isPlayer && loser !== null && loser !== game.userId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each game
  useEffect(() => {
    if (!isWinner) return;
    toast.success(t('offline.won'));
    void game.commands.clearOfflineSurrender().catch(() => {});
  }, [isWinner, gameId]);
}
