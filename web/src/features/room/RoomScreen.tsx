import { opponent, type Player, positionOf, turn } from '@doushouqi/rules';
import { type CSSProperties, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { boardSize } from '../../board/geometry.ts';
import { capturedBy, denBesieged } from '../../game/board-model.ts';
import { awaySince } from '../../game/offline.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ChatCard, ChatSheet, RecordAndChat } from './Chat.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { Notes } from './Notes.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { PlayerLinks } from './PlayerLinks.tsx';
import { Record, RecordDialog } from './Record.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { RoomActions } from './RoomActions.tsx';
import { RoomBoard } from './RoomBoard.tsx';
import { RoomHeader } from './RoomHeader.tsx';
import styles from './RoomScreen.module.css';
import { SpectatorsCard, SpectatorsDialog } from './Spectators.tsx';
import { useFullBoard } from './use-full-board.ts';
import { PHONE, useMedia, WIDE } from './use-media.ts';
import { type Draft, useMoveInput } from './use-move-input.ts';
import { useGame } from './use-online-game.ts';
import { type RoomView, useRoomView } from './use-room-view.ts';
import { RulesCard, WaitingCard } from './WaitingCard.tsx';

/** A room that is there: waiting, playing or finished. */
export function RoomScreen({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const room = useGame(game, (state) => state.local.room);
  const shown = useGame(game, (state) => state.shown);
  return room && shown && <Room {...{ roomId, game, room, shown }} />;
}

type Sheet = 'record' | 'spectators' | 'invite' | null;

function Room(props: Parameters<typeof useRoomView>[0]) {
  const view = useRoomView(props);
  const { room, seat, waiting, onLeave } = view;
  const [sheet, setSheet] = useState<Sheet>(null);
  const input = useMoveInput(view);
  const { full, enter, leave } = useFullBoard();
  const { t } = useTranslation();
  const size = boardSize(view.theme.layout);
  const look = { '--board-ratio': size.width / size.height } as CSSProperties;
  const close = (): void => setSheet(null);
  return (
    <div className={styles.page} data-full={full}>
      <RoomHeader
        roomId={view.roomId}
        room={room}
        watching={seat === null}
        onBack={onLeave}
        onRecord={waiting ? null : () => setSheet('record')}
        onSpectators={() => setSheet('spectators')}
        onFull={waiting ? null : enter}
      />
      <main className={styles.main} data-status={room.header.status} style={look}>
        {!waiting && (
          <div className={styles.opponent}>
            <Bar view={view} player={opponent(view.below)} />
          </div>
        )}
        <div className={styles.stage}>
          <RoomBoard view={view} input={input} />
          {waiting && (
            <div className={styles.over}>
              <WaitingCard view={view} onInvite={() => setSheet('invite')} />
            </div>
          )}
          {view.resultOpen && <ResultDialog key={room.header.gameId} view={view} />}
        </div>
        <Beside view={view} draft={input.draft} />
      </main>
      {full && (
        <IconButton
          icon="corners-in"
          label={t('room.settings.leaveFull')}
          className={styles.leaveFull}
          onClick={leave}
        />
      )}
      <RecordDialog view={view} open={sheet === 'record'} onClose={close} />
      <SpectatorsDialog ids={room.header.spectators} open={sheet === 'spectators'} onClose={close} />
      <InviteDialog roomId={view.roomId} open={sheet === 'invite' && waiting} onClose={close} />
    </div>
  );
}

/** Everything but the board and the opponent, by what the screen has room for. */
function Beside({ view, draft }: { view: RoomView; draft: Draft | null }) {
  const { t } = useTranslation();
  const wide = useMedia(WIDE);
  const phone = useMedia(PHONE);
  return (
    <>
      {wide && (
        <div className={styles.left}>
          <SpectatorsCard ids={view.room.header.spectators} />
          <ChatCard {...view} />
        </div>
      )}
      {view.waiting ? (
        <BesideWaiting {...view} />
      ) : (
        <>
          {!phone && (
            <div className={styles.middle}>{wide ? <Record {...view} /> : <RecordAndChat {...view} />}</div>
          )}
          <div className={styles.actions}>
            <Notes {...view} />
            {view.onLogin && !view.over && (
              <Button tone="primary" icon="sign-in" onClick={view.onLogin}>
                {t('room.loginToJoin')}
              </Button>
            )}
            <RoomActions view={view} draft={draft} />
          </div>
          <div className={styles.own}>
            <Bar view={view} player={view.below} />
          </div>
          {phone && (
            <div className={styles.sheet}>
              <ChatSheet {...view} />
            </div>
          )}
        </>
      )}
    </>
  );
}

function BesideWaiting(view: RoomView) {
  const { t } = useTranslation();
  return (
    <div className={styles.middle}>
      <RulesCard />
      <Notes {...view} />
      <Button tone="quiet" icon="sign-out" className={styles.leave} onClick={view.onLeave}>
        {t('room.waiting.leave')}
      </Button>
    </div>
  );
}

/** Between two knocks on the board. Milliseconds. */
const NUDGE_PAUSE = 5_000;

/** Wakes the opponent up, while it is his turn, and not all the time. */
function useNudge({ game }: RoomView, sensible: boolean): (() => void) | null {
  const nickname = useSession((state) => state.user?.nickname);
  const last = useRef(Number.NEGATIVE_INFINITY);
  if (!sensible || nickname === undefined) return null;
  return () => {
    const now = performance.now();
    if (now - last.current < NUDGE_PAUSE) return;
    last.current = now;
    game.nudge(nickname);
  };
}

function Bar({ view, player }: { view: RoomView; player: Player }) {
  const { game, room, shown, seat, users, over, theme } = view;
  const { winner, status, departed, players } = room.header;
  const result = winner === 0 ? 'draw' : winner === player ? 'win' : 'lose';
  const playing = status === 'playing';
  const onTurn = playing && turn(positionOf(shown)) === player;
  const onNudge = useNudge(view, onTurn && seat !== null && player !== seat);
  const user = users[player - 1];
  const gone = departed.includes(players[player - 1] ?? '');
  return (
    <PlayerBar
      game={game}
      player={player}
      user={user}
      mine={player === seat}
      onTurn={onTurn}
      result={over ? result : null}
      captured={capturedBy(shown, player)}
      threatened={playing && denBesieged(shown, player)}
      online={awaySince(room.header, player) === null && !gone}
      glow={theme.glow}
      onNudge={onNudge}
      links={
        user &&
        player !== seat && (
          <PlayerLinks key={user._id} user={user} roomId={view.roomId} opponent={seat !== null} />
        )
      }
    />
  );
}
