import { ApiError, type RoomSnapshot } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { currentRoom } from '../../client/current-room.ts';
import { forgetRoom, ownRoom } from '../../client/own-room.ts';
import { useSession } from '../../client/session.ts';
import { serverNow } from '../../client/time.ts';
import { useNow } from '../../client/use-now.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { BotChip } from '../../ui/Marks.tsx';
import { useIsVisible } from '../../ui/use-browser.ts';
import { searchSlot, turnSlot } from '../header/header-slots.ts';
import { usePlayers } from '../people/queries.ts';
import { ChallengePrompt } from './ChallengePrompt.tsx';
import { controlText } from './pools.ts';
import { RoundBar } from './RoundBar.tsx';
import { type RunningGame, runningGameOf } from './running-game.ts';
import { Back, Bar, SearchBar, SearchPill, Words } from './SearchBar.tsx';
import { followSearch, markSeen, syncSearch } from './search.ts';
import { type Found, isLong, LATEST_FIRST_MOVE, type Search } from './search-state.ts';
import { t } from './texts.ts';
import { clockText, minutesText } from './time-text.ts';
import { useSearch } from './use-search.ts';

const FoundGame = lazyPart(() => import('./FoundGame.tsx'));

/** Follows the search of the logged-in user. */
function useFollowing(): void {
  const userId = useSession((state) => state.user?._id);
  useEffect(() => (userId === undefined ? undefined : followSearch()), [userId]);
}

/**
 * The user left the room of a found game, which may have ended it: requests the state before a link to it is shown.
 */
function useLeaving(isThere: boolean): void {
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && !isThere) void syncSearch();
    wasThere.current = isThere;
  }, [isThere]);
}

function isSeeking({ phase }: Search): boolean {
  return phase === 'searching' || phase === 'joining';
}

/** The link to a running game: the found one, or the one that this browser stored. */
function Running({ found, slot }: { found: string | null; slot: HTMLElement | null }) {
  const own = useStore(ownRoom, ({ roomId }) => roomId);
  const roomId = found ?? own;
  const { pathname } = useLocation();
  const isAway = roomId !== null && pathname !== `/play/room/${roomId}`;
  return isAway ? <WayBack roomId={roomId} slot={slot} /> : null;
}

function WayBack({ roomId, slot }: { roomId: string; slot: HTMLElement | null }) {
  const turn = useStore(turnSlot, ({ element }) => element);
  const game = useRunningGame(roomId);
  if (game === null) return null;
  const pill = <Back roomId={roomId} game={game} isRail={slot !== null && 'rail' in slot.dataset} />;
  if (slot) return createPortal(pill, slot);
  return (
    <>
      {turn && game.isOwnTurn && createPortal(pill, turn)}
      <RunningBar roomId={roomId} game={game} />
    </>
  );
}

/**
 * Pairing on every page: the search bar, or a pill in the header of a game; the found game; challenges of friends;
 * announcements for screen readers.
 */
export default function PairingHost() {
  useFollowing();
  const search = useSearch();
  const { pathname } = useLocation();
  const slot = useStore(searchSlot, ({ element }) => element);
  const isThere = search.phase === 'found' && pathname === `/play/room/${search.roomId}`;
  useLeaving(isThere);
  useSeat(search, isThere);
  const goesAt = useArrival(search, isThere);
  usePrepared(isSeeking(search));
  const isOut = search.phase === 'idle' || (search.phase === 'found' && !search.fresh);
  if (isOut) {
    return (
      <>
        <Announcement search={search} isThere={isThere} />
        <Running found={search.phase === 'found' ? search.roomId : null} slot={slot} />
        <ChallengePrompt />
      </>
    );
  }
  const round = roundOf(search);
  const inSlot = slot !== null && !isThere && isSeeking(search);
  return (
    <>
      <Announcement search={search} isThere={isThere} />
      {inSlot && createPortal(<SearchPill search={search} isRail={'rail' in slot.dataset} />, slot)}
      {!inSlot &&
        !isThere &&
        (round === null ? (
          <SearchBar search={search} goesAt={goesAt} inGame={slot !== null} />
        ) : (
          // The tournament's own page shows the game itself.
          pathname !== `/tournament/${round.id}` && (
            <RoundBar found={round.found} tournamentId={round.id} inGame={slot !== null} />
          )
        ))}
      <Suspense>
        {search.phase === 'found' && isThere && search.fresh && !round && <FoundGame found={search} />}
      </Suspense>
      <ChallengePrompt />
    </>
  );
}

/** Returns the game of a tournament; null for another game, and for none. */
function roundOf(search: Search): { found: Found; id: string } | null {
  const isRound = search.phase === 'found' && search.tournamentId !== null;
  return isRound ? { found: search, id: search.tournamentId } : null;
}

/**
 * A player of a tournament has met the opponent in the bar: at the table nothing covers the board. Another window that
 * shows the table, and the end of the time for the first move, make the game one to return to.
 */
function useSeat(search: Search, isThere: boolean): void {
  const own = useStore(ownRoom, ({ roomId }) => roomId);
  const found = roundOf(search)?.found;
  const isNews = found?.fresh === true;
  const until = isThere || own === found?.roomId ? 0 : (found?.at ?? 0) + LATEST_FIRST_MOVE;
  useEffect(() => {
    if (!isNews) return;
    const timer = setTimeout(markSeen, Math.max(0, until - serverNow()));
    return () => clearTimeout(timer);
  }, [isNews, until]);
}

/** Milliseconds before the user is moved from another activity to the room. */
const COURTESY = 8_000;

/**
 * Runs a part of the alert while `key` is the same and not null. The alert loads with the first search; without a
 * network there is no alert. `at`: when a game was found, epoch ms.
 */
function useAlert(key: string | true | null, part: 'prepareFound' | 'ringFound' | 'ringRound', at = 0): void {
  useEffect(() => {
    if (key === null) return;
    const starting = import('./found-alert.ts').then(
      (alert) => alert[part](at),
      () => () => {},
    );
    return () => void starting.then((stop) => stop());
  }, [key, part, at]);
}

/** Loads the alert before an opponent is found, and lets the press that starts the search enable sounds. */
function usePrepared(isSeeking: boolean): void {
  useAlert(isSeeking || null, 'prepareFound');
}

/**
 * Opens the room when an opponent is found: at once, or, from a game against the computer, a local game or the
 * analysis, and for a game of a tournament, after `COURTESY` ms; returns the end of this time (epoch ms). A running online game is never left, and a
 * hidden window opens the room when it becomes visible.
 */
function useArrival(search: Search, isThere: boolean): number | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isBusy = useStore(searchSlot, ({ element }) => element !== null);
  const isPlaying = useStore(currentRoom, ({ playing }) => playing);
  const isVisible = useIsVisible();
  const found = search.phase === 'found' && search.fresh ? search : null;
  const roomId = found?.roomId ?? null;
  const isRound = roundOf(search) !== null;
  useAlert(roomId, isRound ? 'ringRound' : 'ringFound', found?.at);
  const goes = found !== null && !isThere && isVisible && !isPlaying;
  const goesAt = goes && (isBusy || isRound) ? found.at + COURTESY : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may be another matter
  useEffect(() => {
    if (!goes) return;
    const go = (): void => void navigate(`/play/room/${roomId}`);
    if (goesAt === null) return go();
    const timer = setTimeout(go, Math.max(0, goesAt - serverNow()));
    return () => clearTimeout(timer);
  }, [goes, goesAt, roomId, pathname]);
  return goesAt;
}

/** Milliseconds between two requests for a running game. */
const REFETCH_INTERVAL = 5_000;

async function loadRoom(roomId: string): Promise<RoomSnapshot | null> {
  try {
    return (await api.getRoom({ params: { roomId }, query: { view: 'compact' } })) as RoomSnapshot;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Returns the state of the user's game in a room while another page is shown; null if none runs, and while it loads.
 * The
 * stored room of a game that is over is removed.
 */
function useRunningGame(roomId: string): RunningGame | null {
  const userId = useSession(({ user }) => user?._id);
  const now = useNow();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['running-game', roomId],
    queryFn: () => loadRoom(roomId),
    enabled: userId !== undefined,
    refetchInterval: REFETCH_INTERVAL,
    gcTime: 0,
    retry: false,
  });
  const elapsed = Math.max(0, now - dataUpdatedAt);
  const game = data && userId !== undefined ? runningGameOf(data, userId, elapsed) : null;
  const isOver = data !== undefined && game === null;
  useEffect(() => {
    if (isOver) forgetRoom(roomId);
  }, [isOver, roomId]);
  return game;
}

interface AnnouncementProps {
  search: Search;
  /** The page shows the room of the found game. */
  isThere: boolean;
}

/** Announces changes of the search to screen readers, but not every second. */
function Announcement({ search, isThere }: AnnouncementProps) {
  return (
    <p role="status" aria-live="polite" className="visually-hidden">
      <AnnouncedWords search={search} isThere={isThere} />
    </p>
  );
}

function AnnouncedWords({ search, isThere }: AnnouncementProps) {
  const now = useNow();
  switch (search.phase) {
    case 'searching': {
      if (search.lost) return t('said.lost');
      if (isLong(search, (now - search.since) / 1000)) return t('said.long');
      const kind = t(`kind.${search.pool.rated ? 'rated' : 'casual'}`);
      return t('said.searching', { control: controlText(search.pool), kind });
    }
    case 'found': {
      // The room announces the state of its game itself.
      if (!search.fresh) return isThere ? null : t('said.running', { name: search.opponent.nickname });
      const first = t(`found.first.${search.color}`);
      const what = search.tournamentId === null ? 'found' : 'round';
      return t(`said.${what}`, { name: search.opponent.nickname, first });
    }
    case 'paused':
      return t('said.paused', { time: clockText(search.until) });
    default:
      return null;
  }
}

interface RunningBarProps {
  roomId: string;
  game: RunningGame;
}

/** The link to a running game, with the time left. */
function RunningBar({ roomId, game }: RunningBarProps) {
  const [opponent] = usePlayers([game.opponentId]);
  const { isOwnTurn, lostIn } = game;
  const left = minutesText(game.left / 1000);
  const hint =
    lostIn === null
      ? t(`bar.${isOwnTurn ? 'ownTurn' : 'othersTurn'}`, { left })
      : t('bar.lostIn', { count: Math.ceil(lostIn / 1000) });
  return (
    <Bar look="found" inGame={false} label={t('bar.back')}>
      <Avatar file={opponent?.avatar} size={42} />
      <Words
        title={
          <>
            {opponent ? t('bar.running', { name: opponent.nickname }) : t('bar.runningUnnamed')}{' '}
            <BotChip avatar={opponent?.avatar} />
          </>
        }
        hint={hint}
        short={hint}
      />
      <ButtonLink small to={`/play/room/${roomId}`}>
        {t('bar.back')}
      </ButtonLink>
    </Bar>
  );
}
