import { opponent, type Player, positionOf, turn } from '@doushouqi/rules';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boardSize } from '../../board/geometry.ts';
import { capturedBy, denBesieged } from '../../game/board-model.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { Button } from '../../ui/Button.tsx';
import { ConnectionNote } from './ConnectionNote.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { Record, RecordDialog } from './Record.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { RoomActions } from './RoomActions.tsx';
import { RoomBoard } from './RoomBoard.tsx';
import { RoomHeader } from './RoomHeader.tsx';
import styles from './RoomScreen.module.css';
import { useGame } from './use-online-game.ts';
import { type RoomView, useRoomView } from './use-room-view.ts';
import { RulesCard, WaitingCard } from './WaitingCard.tsx';

/** A room that is there: waiting, playing or finished. */
export function RoomScreen({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const room = useGame(game, (state) => state.local.room);
  const shown = useGame(game, (state) => state.shown);
  return room && shown && <Room {...{ roomId, game, room, shown }} />;
}

function Room(props: Parameters<typeof useRoomView>[0]) {
  const view = useRoomView(props);
  const { room, seat, waiting, onLeave } = view;
  const [recordOpen, setRecordOpen] = useState(false);
  const size = boardSize(view.theme.layout);
  const look = { '--board-ratio': size.width / size.height } as CSSProperties;
  return (
    <div className={styles.page}>
      <RoomHeader
        roomId={view.roomId}
        room={room}
        watching={seat === null}
        onBack={onLeave}
        onRecord={waiting ? null : () => setRecordOpen(true)}
      />
      <main className={styles.main} data-status={room.header.status} style={look}>
        {!waiting && (
          <div className={styles.opponent}>
            <Bar view={view} player={opponent(view.below)} />
          </div>
        )}
        <Stage {...view} />
        {waiting ? <BesideWaiting {...view} /> : <BesideGame {...view} />}
      </main>
      <RecordDialog view={view} open={recordOpen} onClose={() => setRecordOpen(false)} />
    </div>
  );
}

/** The board and what may lie over it: the card of a waiting room, the result of a finished game. */
function Stage(view: RoomView) {
  const { roomId, room, theme, users, onLogin, onLeave, setResultOpen } = view;
  return (
    <div className={styles.stage}>
      <RoomBoard {...view} />
      {view.waiting && (
        <div className={styles.over}>
          <WaitingCard {...{ roomId, users, onLogin }} header={room.header} />
        </div>
      )}
      {view.resultOpen && (
        <ResultDialog
          header={room.header}
          game={room.game}
          theme={theme.id}
          onClose={() => setResultOpen(false)}
          onLeave={onLeave}
        />
      )}
    </div>
  );
}

function BesideWaiting({ game, onLeave }: RoomView) {
  const { t } = useTranslation();
  return (
    <div className={styles.middle}>
      <RulesCard />
      <ConnectionNote game={game} />
      <Button tone="quiet" icon="sign-out" className={styles.leave} onClick={onLeave}>
        {t('room.waiting.leave')}
      </Button>
    </div>
  );
}

/** Later the place of offers too: over the actions, never over the board. */
function BesideGame(view: RoomView) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.middle}>
        <Record {...view} />
        <ConnectionNote game={view.game} />
      </div>
      <div className={styles.actions}>
        {view.onLogin && !view.over && (
          <Button tone="primary" icon="sign-in" className={styles.login} onClick={view.onLogin}>
            {t('room.loginToJoin')}
          </Button>
        )}
        <RoomActions {...view} onResult={() => view.setResultOpen(true)} />
      </div>
      <div className={styles.own}>
        <Bar view={view} player={view.below} />
      </div>
    </>
  );
}

function Bar({ view, player }: { view: RoomView; player: Player }) {
  const { game, room, shown, seat, users, over } = view;
  const { winner, status } = room.header;
  const result = winner === 0 ? 'draw' : winner === player ? 'win' : 'lose';
  const playing = status === 'playing';
  return (
    <PlayerBar
      game={game}
      player={player}
      user={users[player - 1]}
      mine={player === seat}
      onTurn={playing && turn(positionOf(shown)) === player}
      result={over ? result : null}
      captured={capturedBy(shown, player)}
      threatened={playing && denBesieged(shown, player)}
    />
  );
}
