import { POLICIES, ratingClassOf } from '@doushouqi/protocol';
import { mayReset, userOf } from '@doushouqi/room';
import { SIDES, type Side } from '@doushouqi/rules';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { NameCard } from '../../shared/people/NameCard.tsx';
import { MoveRecordCard } from '../../shared/table/MoveRecord.tsx';
import { type Person, PlayerBar } from '../../shared/table/PlayerBar.tsx';
import { TableMain, type TableParts } from '../../shared/table/TableMain.tsx';
import { TablePage, useFullBoard } from '../../shared/table/TablePage.tsx';
import { type TableLayout, useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ChatCard, ChatSheet, PaneChat, RecordAndChat } from './Chat.tsx';
import { Notes } from './Notes.tsx';
import { isAway } from './online/absence.ts';
import type { Prompt } from './online/offers.ts';
import type { OnlineGame } from './online/online-game.ts';
import { PlayerLinks, PlayerMenu } from './PlayerLinks.tsx';
import { OwnOffers, Question, RoomActions } from './RoomActions.tsx';
import { RoomHeader } from './RoomHeader.tsx';
import styles from './RoomScreen.module.css';
import { t } from './texts.ts';
import { useAsk, useIsAsking, usePrompts } from './use-offers.ts';
import {
  isCorrespondence,
  type OpenRoom,
  tournamentOf,
  useOnline,
  usePairName,
  useRoom,
} from './use-open-room.ts';

const WaitingCard = lazyPart(async () => ({ default: (await import('./waiting.ts')).WaitingCard }));
const BesideWaiting = lazyPart(async () => ({ default: (await import('./waiting.ts')).BesideWaiting }));
const MoveRecordDialog = lazyPart(() => import('../../shared/table/MoveRecordDialog.tsx'));
const SpectatorsCard = lazyPart(async () => ({ default: (await import('./Spectators.tsx')).SpectatorsCard }));
const SpectatorsDialog = lazyPart(async () => ({
  default: (await import('./Spectators.tsx')).SpectatorsDialog,
}));
const InviteDialog = lazyPart(() => import('./InviteDialog.tsx'));
const CorrespondenceNote = lazyPart(async () => ({
  default: (await import('./correspondence.ts')).CorrespondenceNote,
}));
const CorrespondenceAside = lazyPart(async () => ({
  default: (await import('./correspondence.ts')).CorrespondenceAside,
}));
const PairedNotes = lazyPart(() => import('./PairedNotes.tsx'));
const RoomResult = lazyPart(() => import('./RoomResult.tsx'));
const TournamentName = lazyPart(() => import('./TournamentName.tsx'));
const PlayerRating = lazyPart(() => import('./PlayerRating.tsx'));

type Sheet = 'record' | 'spectators' | 'invite' | null;

/** The table of a loaded room: waiting, playing or finished. */
export default function RoomTable({ open }: { open: OpenRoom }) {
  const { roomId, game, table, isWaiting } = open;
  const [sheet, setSheet] = useState<Sheet>(null);
  const full = useFullBoard();
  const people = { red: usePerson(open, 'red'), blue: usePerson(open, 'blue') };
  const [prompt] = usePrompts(game);
  const layout = useTableLayout();
  // Before the game ends; without a network the part itself waits.
  useEffect(() => void import('./RoomResult.tsx').catch(() => {}), []);
  // They stay, for their last transition.
  const asked = useRef(new Set<Sheet>());
  asked.current.add(sheet);
  const close = (): void => setSheet(null);
  const header = <Header open={open} onSheet={setSheet} onFull={isWaiting ? null : full.enter} />;
  return (
    <TablePage header={header} full={full}>
      <TableMain
        table={table}
        bar={(side) => (
          <PlayerBar controller={game} side={side} person={people[side]} glow={table.theme.glow} />
        )}
        parts={partsOf(open, layout, prompt, () => setSheet('invite'))}
      />
      <Suspense>
        {asked.current.has('record') && (
          <MoveRecordDialog table={table} open={sheet === 'record'} onClose={close} />
        )}
        {asked.current.has('spectators') && (
          <SpectatorsDialog game={game} open={sheet === 'spectators'} onClose={close} />
        )}
        {sheet === 'invite' && isWaiting && <InviteDialog roomId={roomId} open onClose={close} />}
      </Suspense>
    </TablePage>
  );
}

interface HeaderProps {
  open: OpenRoom;
  onSheet: (sheet: Sheet) => void;
  onFull: (() => void) | null;
}

function Header({ open, onSheet, onFull }: HeaderProps) {
  const { roomId, game, table, isWaiting, isWatching, isStaking, isChatOpen, setChatOpen, onLeave } = open;
  const ask = useAsk(game);
  const isAsking = useIsAsking(game, 'reset');
  const policy = POLICIES[useRoom(game, ({ header }) => header.kind)];
  const hasNoRow = isWatching && !isWaiting;
  const pairName = usePairName(game);
  const tournament = useRoom(game, tournamentOf);
  const canReset = isStaking && mayReset(policy, false) && !isAsking;
  return (
    <RoomHeader
      roomId={roomId}
      game={game}
      pairName={pairName}
      heading={
        tournament && (
          <Suspense fallback={pairName}>
            <TournamentName id={tournament}>{pairName}</TournamentName>
          </Suspense>
        )
      }
      onBack={onLeave}
      onRecord={() => onSheet('record')}
      onSpectators={() => onSheet('spectators')}
      onFlip={hasNoRow ? table.onFlip : null}
      onChat={hasNoRow ? () => setChatOpen(!isChatOpen) : null}
      onLogin={isWaiting || open.isOver ? null : open.onLogin}
      onReset={canReset ? () => void ask('reset') : null}
      onFull={onFull}
    />
  );
}

/** The parts that a room adds to a table. */
function partsOf(
  open: OpenRoom,
  layout: TableLayout,
  prompt: Prompt | undefined,
  onInvite: () => void,
): TableParts {
  // The result has its own button for another game.
  const isInResult = prompt?.kind === 'reset' && open.isOver && open.table.isResultOpen;
  const asked = isInResult ? undefined : prompt;
  const question = asked && {
    id: asked.id,
    card: <Question key={asked.id} open={open} prompt={asked} />,
  };
  // On phones spectators have no actions: the move list takes their place and that of the alarm.
  const hasRecord = layout === 'phone' && open.isWatching && !open.isWaiting;
  return {
    ...(hasRecord && { alarm: null }),
    left: (
      <Suspense>
        <SpectatorsCard game={open.game} />
        <ChatCard {...open} />
      </Suspense>
    ),
    middle: <Middle {...open} />,
    notes: <RoomNotes {...open} />,
    question: question ?? null,
    actions: actionsOf(open, layout),
    sheet: hasRecord ? <RecordAndChat {...open} /> : <ChatSheet {...open} />,
    waiting: (
      <Suspense>
        <WaitingCard open={open} onInvite={onInvite} />
      </Suspense>
    ),
    beside: (
      <Suspense>
        <BesideWaiting {...open} />
      </Suspense>
    ),
    result: (
      <Suspense>
        <RoomResult open={open} />
      </Suspense>
    ),
  };
}

const MIDDLE: Record<TableLayout, (open: OpenRoom) => ReactNode> = {
  wide: ({ table }) => <MoveRecordCard table={table} />,
  columns: (open) => <RecordAndChat {...open} />,
  upright: ({ table }) => <MoveRecordCard table={table} />,
  phone: () => null,
  landscape: (open) => (open.isChatOpen ? <PaneChat {...open} /> : <MoveRecordCard table={open.table} />),
};

function Middle(open: OpenRoom) {
  return MIDDLE[useTableLayout()](open);
}

/** Notes beside the board. */
function RoomNotes(open: OpenRoom) {
  return (
    <>
      <Notes game={open.game} />
      <OfKind game={open.game} />
      <OwnOffers {...open} />
    </>
  );
}

function OfKind({ game }: { game: OnlineGame }) {
  const isPair = useRoom(game, ({ header }) => POLICIES[header.kind].firstMoveTime !== null);
  const hasDays = useRoom(game, isCorrespondence);
  return (
    <Suspense>
      {isPair && <PairedNotes game={game} />}
      {hasDays && <CorrespondenceNote game={game} />}
    </Suspense>
  );
}

/** The actions of a player. Visitors get the login button here; other spectators get nothing. */
function actionsOf(open: OpenRoom, layout: TableLayout): ReactNode {
  if (!open.isWatching) return <RoomActions open={open} />;
  return open.onLogin && !open.isOver && layout !== 'landscape' ? <Login onLogin={open.onLogin} /> : null;
}

function Login({ onLogin }: { onLogin: () => void }) {
  return (
    <Button tone="primary" icon="sign-in" className={styles.login} onClick={onLogin}>
      {t('loginToWatch')}
    </Button>
  );
}

/** Minimum time between two requests to hurry. Milliseconds. */
const NUDGE_PAUSE = 5_000;

/** Returns a function that asks the opponent to hurry, at most once per pause; undefined for visitors. */
function useNudge(game: OnlineGame): (() => void) | undefined {
  const last = useRef(Number.NEGATIVE_INFINITY);
  if (game.userId === null) return undefined;
  return () => {
    const now = performance.now();
    if (now - last.current < NUDGE_PAUSE) return;
    last.current = now;
    game.nudge();
  };
}

function useRatingOf(game: OnlineGame, userId: string | undefined): ReactNode {
  const header = useRoom(game, (room) => room.header);
  const isOver = useOnline(game, ({ status }) => status === 'over');
  const ratingClass = ratingClassOf(header);
  if (ratingClass === null || userId === undefined) return undefined;
  return (
    <Suspense>
      <PlayerRating key={header.gameId} {...{ userId, isOver, ratingClass }} />
    </Suspense>
  );
}

/** The user on a seat of the room. */
function usePerson({ game, users, roomId, isWatching }: OpenRoom, side: Side): Person {
  const user = users[SIDES.indexOf(side)];
  const isOther = useRoom(game, ({ header }) => userOf(header, side) !== game.userId);
  const isHere = useRoom(game, ({ header }) => !isAway(header, side));
  const nudge = useNudge(game);
  const rating = useRatingOf(game, user?._id);
  const hasDays = useRoom(game, isCorrespondence);
  const gameId = useRoom(game, ({ header }) => (isWatching || !isOther ? null : header.gameId));
  const about = { roomId, opponent: !isWatching, gameId };
  // A bot has no friends and reads no messages.
  const isPerson = user && isOther && user.isBot !== true;
  return {
    nickname: user?.nickname ?? null,
    avatar: user?.avatar,
    isGuest: isOther && user?.isGuest,
    online: isHere,
    rating,
    aside: hasDays && (
      <Suspense>
        <CorrespondenceAside {...{ game, side }} />
      </Suspense>
    ),
    card:
      user &&
      ((name) => (
        <NameCard userId={user._id} nickname={user.nickname} gameId={isPerson ? gameId : null}>
          {name}
        </NameCard>
      )),
    links: isPerson && <PlayerLinks key={user._id} {...about} user={user} />,
    menu: isPerson
      ? (face, onNudge) => (
          <PlayerMenu key={user._id} {...about} user={user} onNudge={onNudge}>
            {face}
          </PlayerMenu>
        )
      : undefined,
    onNudge: isPerson && !isWatching ? nudge : undefined,
  };
}
