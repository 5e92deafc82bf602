import type { Player } from '@doushouqi/rules';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { isAway } from '../../game/online/absence.ts';
import type { OnlineGame } from '../../game/online/online-game.ts';
import { Button } from '../../ui/Button.tsx';
import { useMedia, WIDE } from '../../ui/use-media.ts';
import { NameCard } from '../friends/NameCard.tsx';
import { MoveRecordCard, MoveRecordDialog } from '../table/MoveRecord.tsx';
import type { Person } from '../table/PlayerBar.tsx';
import { TableMain } from '../table/TableMain.tsx';
import { TablePage } from '../table/TablePage.tsx';
import { useFullBoard } from '../table/use-full-board.ts';
import { ChatCard, ChatSheet, RecordAndChat } from './Chat.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { Notes } from './Notes.tsx';
import { PlayerLinks } from './PlayerLinks.tsx';
import { RoomActions } from './RoomActions.tsx';
import { RoomHeader } from './RoomHeader.tsx';
import { RoomResult } from './RoomResult.tsx';
import styles from './RoomScreen.module.css';
import { SpectatorsCard, SpectatorsDialog } from './Spectators.tsx';
import { type OpenRoom, useOpenRoom, useRoom } from './use-open-room.ts';
import { useRoomEffects } from './use-room-effects.ts';
import { RulesCard, WaitingCard } from './WaitingCard.tsx';

type Sheet = 'record' | 'spectators' | 'invite' | null;

/** A room that is there: waiting, playing or finished. */
export function RoomScreen({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const open = useOpenRoom(roomId, game);
  const { table, isWaiting, onLeave } = open;
  const [sheet, setSheet] = useState<Sheet>(null);
  const full = useFullBoard();
  const people = { 1: usePerson(open, 1), 2: usePerson(open, 2) };
  useRoomEffects(game);
  const close = (): void => setSheet(null);
  const header = (
    <RoomHeader
      roomId={roomId}
      game={game}
      onBack={onLeave}
      onRecord={() => setSheet('record')}
      onSpectators={() => setSheet('spectators')}
      onFull={isWaiting ? null : full.enter}
    />
  );
  return (
    <TablePage header={header} full={full}>
      <TableMain table={table} people={people} parts={partsOf(open, () => setSheet('invite'))} />
      <MoveRecordDialog table={table} open={sheet === 'record'} onClose={close} />
      <SpectatorsDialog game={game} open={sheet === 'spectators'} onClose={close} />
      <InviteDialog roomId={roomId} open={sheet === 'invite' && isWaiting} onClose={close} />
    </TablePage>
  );
}

/** What a room adds to a table. */
function partsOf(open: OpenRoom, onInvite: () => void) {
  return {
    left: (
      <>
        <SpectatorsCard game={open.game} />
        <ChatCard {...open} />
      </>
    ),
    middle: <Middle {...open} />,
    actions: <Actions {...open} />,
    foot: <ChatSheet {...open} />,
    overWaiting: <WaitingCard open={open} onInvite={onInvite} />,
    besideWaiting: <BesideWaiting {...open} />,
    result: <RoomResult open={open} />,
  };
}

function Middle(open: OpenRoom) {
  return useMedia(WIDE) ? <MoveRecordCard table={open.table} /> : <RecordAndChat {...open} />;
}

function Actions(open: OpenRoom) {
  const { t } = useTranslation();
  const isFull = useRoom(open.game, ({ header }) => header.players.length === 2);
  return (
    <>
      <Notes game={open.game} />
      {open.onLogin && !open.isOver && (
        <Button tone="primary" icon="sign-in" onClick={open.onLogin}>
          {t(isFull ? 'room.loginToWatch' : 'room.loginToJoin')}
        </Button>
      )}
      <RoomActions open={open} />
    </>
  );
}

function BesideWaiting({ game, onLeave }: OpenRoom) {
  const { t } = useTranslation();
  return (
    <>
      <RulesCard />
      <Notes game={game} />
      <Button tone="quiet" icon="sign-out" className={styles.leave} onClick={onLeave}>
        {t('room.waiting.leave')}
      </Button>
    </>
  );
}

/** Between two knocks on the board. Milliseconds. */
const NUDGE_PAUSE = 5_000;

/** Wakes the opponent up, and not all the time; nothing for visitors. */
function useNudge(game: OnlineGame): (() => void) | undefined {
  const nickname = useSession((state) => state.user?.nickname);
  const last = useRef(Number.NEGATIVE_INFINITY);
  if (nickname === undefined) return undefined;
  return () => {
    const now = performance.now();
    if (now - last.current < NUDGE_PAUSE) return;
    last.current = now;
    game.nudge(nickname);
  };
}

/** Who sits on a seat of the room. */
function usePerson({ game, users, roomId, isWatching }: OpenRoom, player: Player): Person {
  const user = users[player - 1];
  const isOther = useRoom(game, ({ header }) => header.players[player - 1] !== game.userId);
  const isHere = useRoom(game, ({ header }) => !isAway(header, player));
  const nudge = useNudge(game);
  return {
    nickname: user?.nickname ?? null,
    avatar: user?.avatar,
    online: isHere,
    card:
      user &&
      ((name) => (
        <NameCard userId={user._id} nickname={user.nickname}>
          {name}
        </NameCard>
      )),
    links: user && isOther && (
      <PlayerLinks key={user._id} user={user} roomId={roomId} opponent={!isWatching} />
    ),
    onNudge: isOther && !isWatching ? nudge : undefined,
  };
}
