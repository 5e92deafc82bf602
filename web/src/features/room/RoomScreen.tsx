import { type Game, opponent, type Player, plyCount, positionOf, turn } from '@doushouqi/rules';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../app/session.ts';
import { boardSize } from '../../board/geometry.ts';
import { capturedBy, denBesieged } from '../../game/board-model.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { seatOf } from '../../game/online-state.ts';
import { isOver, type RoomState } from '../../game/room-state.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { ConnectionNote } from './ConnectionNote.tsx';
import { MoveList } from './MoveList.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { RoomActions } from './RoomActions.tsx';
import { RoomBoard, useBoardTheme } from './RoomBoard.tsx';
import { RoomHeader } from './RoomHeader.tsx';
import styles from './RoomScreen.module.css';
import { useLeaving } from './use-leaving.ts';
import { useGame } from './use-online-game.ts';
import { usePlayers } from './use-players.ts';
import { RulesCard, WaitingCard } from './WaitingCard.tsx';

interface RoomScreenProps {
  roomId: string;
  game: OnlineGame;
}

/** A room that is there: waiting, playing or finished. */
export function RoomScreen({ roomId, game }: RoomScreenProps) {
  const room = useGame(game, (state) => state.local.room);
  const shown = useGame(game, (state) => state.shown);
  return room && shown && <Room {...{ roomId, game, room, shown }} />;
}

const requestLogin = (): void => session.requestLogin(window.location.pathname + window.location.search);

interface RoomProps extends RoomScreenProps {
  room: RoomState;
  shown: Game;
}

function Room({ roomId, game, room, shown }: RoomProps) {
  const { t } = useTranslation();
  const seat = useGame(game, (state) => seatOf(state, game.userId));
  const [turnedTo, setTurnedTo] = useState<boolean | null>(null);
  const [recordOpen, setRecordOpen] = useState(false);
  const [closedResult, setClosedResult] = useState<string | null>(null);
  const theme = useBoardTheme();
  const size = boardSize(theme.layout);
  const ratio = size.width / size.height;
  const users = usePlayers(room.header.players);
  const { status, gameId } = room.header;
  const staking = status === 'playing' && seat !== null;
  const leave = useLeaving(game, staking);
  // The second player sees his own side below (spec §2).
  const flipped = turnedTo ?? seat === 2;
  const below: Player = seat ?? (flipped ? 2 : 1);
  const waiting = status === 'waiting';
  const over = isOver(room);
  const resultOpen = over && gameId !== closedResult;
  const onLogin = game.userId === null ? requestLogin : null;
  const bar = (player: Player) => <Bar {...{ game, room, shown, player, seat }} user={users[player - 1]} />;
  return (
    <div className={styles.page}>
      <RoomHeader
        roomId={roomId}
        room={room}
        watching={seat === null}
        onBack={leave}
        onRecord={waiting ? null : () => setRecordOpen(true)}
      />
      <main className={styles.main} data-status={status} style={{ '--board-ratio': ratio } as CSSProperties}>
        {!waiting && <div className={styles.opponent}>{bar(opponent(below))}</div>}
        <div className={styles.stage}>
          <RoomBoard {...{ game, shown, theme, seat, flipped }} />
          {waiting && (
            <div className={styles.over}>
              <WaitingCard {...{ roomId, users, onLogin }} header={room.header} />
            </div>
          )}
          {resultOpen && (
            <ResultDialog
              header={room.header}
              game={room.game}
              theme={theme.id}
              onClose={() => setClosedResult(gameId)}
              onLeave={leave}
            />
          )}
        </div>
        <div className={styles.middle}>
          {waiting ? <RulesCard /> : <Record {...{ room, shown, seat }} />}
          <ConnectionNote game={game} />
          {waiting && (
            <Button tone="quiet" icon="sign-out" className={styles.leave} onClick={leave}>
              {t('room.waiting.leave')}
            </Button>
          )}
        </div>
        {!waiting && (
          <>
            <div className={styles.actions}>
              {onLogin && !over && (
                <Button tone="primary" icon="sign-in" className={styles.login} onClick={onLogin}>
                  {t('room.loginToJoin')}
                </Button>
              )}
              <RoomActions
                {...{ game, staking, over, resultOpen }}
                onFlip={() => setTurnedTo(!flipped)}
                onResult={() => setClosedResult(null)}
                onLeave={leave}
              />
            </div>
            <div className={styles.own}>{bar(below)}</div>
          </>
        )}
      </main>
      <Dialog open={recordOpen} onClose={() => setRecordOpen(false)}>
        <DialogTitle className={styles.recordTitle}>{t('room.record')}</DialogTitle>
        <div className={styles.recordSheet}>
          <MoveList game={shown} waiting={null} />
        </div>
        <Button className={styles.recordClose} onClick={() => setRecordOpen(false)}>
          {t('ui.close')}
        </Button>
      </Dialog>
    </div>
  );
}

interface BarProps extends Omit<RoomProps, 'roomId'> {
  player: Player;
  seat: Player | null;
  user: Parameters<typeof PlayerBar>[0]['user'];
}

function Bar({ game, room, shown, player, seat, user }: BarProps) {
  const { winner } = room.header;
  const result = winner === 0 ? 'draw' : winner === player ? 'win' : 'lose';
  const playing = room.header.status === 'playing';
  return (
    <PlayerBar
      {...{ game, player, user }}
      mine={player === seat}
      onTurn={playing && turn(positionOf(shown)) === player}
      result={isOver(room) ? result : null}
      captured={capturedBy(shown, player)}
      threatened={playing && denBesieged(shown, player)}
    />
  );
}

/** The move list in its card, for screens that have room for it. */
function Record({ room, shown, seat }: { room: RoomState; shown: Game; seat: Player | null }) {
  const { t } = useTranslation();
  const plies = plyCount(shown);
  const mine = turn(positionOf(shown)) === seat;
  const next = seat === null ? 'room.moves.watching' : mine ? 'room.moves.yours' : 'room.moves.theirs';
  return (
    <Card framed className={styles.record}>
      <h2>
        {t('room.record')}
        {plies > 0 && <span>{t('room.moves.round', { round: Math.ceil(plies / 2) })}</span>}
      </h2>
      <div className={styles.recordList}>
        <MoveList game={shown} waiting={isOver(room) ? null : t(next)} />
      </div>
    </Card>
  );
}
