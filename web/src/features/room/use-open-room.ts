import { ApiError, isRatedGame, POLICIES, type PublicUser, tournamentOfContext } from '@doushouqi/protocol';
import { seatOf } from '@doushouqi/room';
import type { WatchedRoom } from '@doushouqi/room-client';
import { SIDES } from '@doushouqi/rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { roomPath } from '../../client/rooms.ts';
import { session } from '../../client/session.ts';
import { t as paceText } from '../../shared/correspondence/pace-texts.ts';
import { searchStore } from '../../shared/pairing/search.ts';
import { usePlayers } from '../../shared/people/queries.ts';
import { type Table, useTable } from '../../shared/table/use-table.ts';
import { answerConfirm, type ConfirmOptions, confirm, confirmStore } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { closeTopLayer } from '../../ui/use-close-request.ts';
import { abortWarning, mayCancel } from './canceling.ts';
import type { OnlineGame } from './online/online-game.ts';
import type { OnlineState } from './online/online-state.ts';
import { t } from './texts.ts';

/** The state that the parts of a room's screen share. */
export interface OpenRoom {
  roomId: string;
  game: OnlineGame;
  table: Table;
  /** The players, red first; undefined while loading. */
  users: readonly (PublicUser | undefined)[];
  /** Not one of the players. */
  isWatching: boolean;
  isWaiting: boolean;
  isOver: boolean;
  /** A player in a running game. With clocks leaving loses it. */
  isStaking: boolean;
  /** The chat of small screens, which is not always visible. */
  isChatOpen: boolean;
  setChatOpen: (open: boolean) => void;
  /** Null for logged-in users. */
  onLogin: (() => void) | null;
  onLeave: () => void;
  /** Leaves a waiting room for good, which ends it. */
  onClose: () => void;
}

/** Selects from the state of an online game. */
export function useOnline<T>(game: OnlineGame, select: (state: OnlineState) => T): T {
  return useStore(game.store, useShallow(select));
}

/** Whether the room's game is a correspondence game. */
export function isCorrespondence({ header }: Pick<WatchedRoom, 'header'>): boolean {
  return header.daysPerMove !== null;
}

/** Selects from a loaded room. The parts of a room's screen render only after it is loaded. */
export function useRoom<T>(game: OnlineGame, select: (room: WatchedRoom) => T): T {
  return useOnline(game, ({ local }) => select(local.room!));
}

/** Offers a visitor the login, after which the user enters the room as a player if a seat is free. */
export function requestSeat(roomId: string): void {
  session.requestLogin(roomPath(roomId), { why: 'watch', intention: { action: 'enter', of: roomId } });
}

/** The user on one of the seats. */
export function userOf(
  { users }: Pick<OpenRoom, 'users'>,
  header: Parameters<typeof seatOf>[0],
  userId: string,
): PublicUser | undefined {
  const seat = seatOf(header, userId);
  return seat === null ? undefined : users[SIDES.indexOf(seat)];
}

/** Returns the state that the screen of a room shows. */
export function useOpenRoom(roomId: string, game: OnlineGame): OpenRoom {
  const players = useRoom(game, ({ header }) => header.players);
  const own = useOnline(game, (state) => state.own);
  const status = useOnline(game, (state) => state.status);
  const users = usePlayers(players);
  const [red, blue] = users;
  const hasDays = useRoom(game, isCorrespondence);
  const table = useTable(
    game,
    { red: red?.nickname ?? null, blue: blue?.nickname ?? null },
    // A move cannot be corrected for days.
    hasDays,
  );
  const isStaking = status === 'playing' && own !== null;
  const isEarly = useRoom(game, (room) => mayCancel(room, own));
  const keeps = hasDays && own !== null && status !== 'over';
  const [isChatOpen, setChatOpen] = useState(false);
  return {
    roomId,
    game,
    table,
    users,
    isWatching: own === null,
    isWaiting: status === 'waiting',
    isOver: status === 'over',
    isStaking,
    isChatOpen,
    setChatOpen,
    onLogin: game.userId === null ? () => requestSeat(roomId) : null,
    ...useLeaving(game, { isStaking: isStaking && !keeps, isEarly, keeps }),
  };
}

/** Leaves the room on the server. Returns false when a running game could not be left. */
async function leaveRoom(game: OnlineGame, staking: boolean): Promise<boolean> {
  try {
    await game.leave();
    return true;
  } catch (error) {
    // A missing room, or one without a running game of the user, does not block leaving.
    return !staking || (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND');
  }
}

/** Whether the path is the room of the opponent that the search has found. */
function isFoundRoom(pathname: string): boolean {
  const { search } = searchStore.getState();
  return search.phase === 'found' && pathname === `/play/room/${search.roomId}`;
}

/** Returns the id of the tournament of a room; null for another room. Pure. */
export function tournamentOf({ header }: Pick<WatchedRoom, 'header'>): string | null {
  return tournamentOfContext(header.context);
}

/** Path to which the room leads back. */
function homeOf(game: OnlineGame): string {
  const { room } = game.store.getState().local;
  const id = room && tournamentOf(room);
  return id ? `/tournament/${id}` : '/play';
}

function yieldsTo(game: OnlineGame): boolean {
  const { room } = game.store.getState().local;
  return room !== null && POLICIES[room.header.kind].yields;
}

/** Stores the game against a bot on this device, to play on against the computer. */
async function saveForLater(game: OnlineGame): Promise<void> {
  const { saveBotGame } = await import('./save-bot-game.ts');
  if (saveBotGame(game)) toast.info(t('bot.saved'));
}

/**
 * Leaves the room on the server before any navigation inside the app, including the browser's back button. The back
 * button closes an open dialog or sheet instead. A player in a running game must confirm, because leaving loses it;
 * with `isEarly`, before the own first move of a paired game, leaving aborts it. The confirmation closes if the game
 * ends meanwhile, and the result stays visible. With `keeps` the seat stays the user's. Returns functions that go to the tournament of
 * the room, or to /play.
 */
function useLeaving(
  game: OnlineGame,
  { isStaking: staking, isEarly: early, keeps }: { isStaking: boolean; isEarly: boolean; keeps: boolean },
): Pick<OpenRoom, 'onLeave' | 'onClose'> {
  const navigate = useNavigate();
  const closes = useRef(false);
  const ask = useQuestion(staking, early);
  const left = useRef(false);
  const asking = useRef(false);
  const isBack = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  /** Repeats the blocked navigation. The router forgets it when the question's history entry is removed. */
  const repeat = useRef<() => unknown>(() => {});
  /** Resolves when the browser shows the history entry of the room again. */
  const returned = useRef<Promise<unknown>>(Promise.resolve());
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (game.userId === null || left.current || nextLocation.pathname === currentLocation.pathname)
      return false;
    // The router restores the entry asynchronously. An entry that a dialog adds before that belongs to the wrong
    // page.
    if (historyAction === 'POP')
      returned.current = new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
      });
    isBack.current = historyAction === 'POP';
    // The router numbers its entries. Now the browser shows the one that the user went to.
    const { idx } = window.history.state ?? {};
    const options = { replace: historyAction === 'REPLACE', state: nextLocation.state };
    repeat.current = () =>
      historyAction === 'POP' ? navigate(idx - window.history.state.idx) : navigate(nextLocation, options);
    return true;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    if (isBack.current && closeTopLayer()) return blocker.reset();
    asking.current = true;
    const question = {
      title: t(early ? 'abort.title' : 'leave.title'),
      message: early ? abortWarning(game.store.getState().local.room!) : t('leave.message'),
      confirmText: t('leave.confirm'),
      cancelText: t('leave.stay'),
      type: 'error',
    } as const;
    const yields = early && isFoundRoom(blocker.location.pathname) && yieldsTo(game);
    const decide = async (): Promise<void> => {
      if (isBack.current) await returned.current;
      if (yields) await saveForLater(game);
      const agreed = !staking || yields || (await ask(question));
      left.current = agreed && ((keeps && !closes.current) || (await leaveRoom(game, staking)));
      asking.current = false;
      if (agreed && !left.current) toast.error(t('leave.failed'));
      if (!isShown.current) return;
      if (left.current) repeat.current();
      else blocker.reset();
    };
    void decide();
  }, [blocker, game, staking, early, keeps, ask]);
  const onLeave = (): void => void navigate(homeOf(game));
  return {
    onLeave,
    onClose: () => {
      closes.current = true;
      onLeave();
    },
  };
}

/**
 * Asks for confirmation in the current state of the game. When that state changes or the component unmounts, the
 * question is outdated: it closes and resolves to false.
 */
export function useQuestion(
  staking: boolean,
  early: boolean,
): (question: ConfirmOptions) => Promise<boolean> {
  const own = useRef<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the question is about
  useEffect(
    () => () => {
      const { current } = confirmStore.getState();
      if (current && current === own.current) answerConfirm(false);
    },
    [staking, early],
  );
  return useCallback((question) => {
    const answer = confirm(question);
    own.current = confirmStore.getState().current;
    return answer;
  }, []);
}

/** Returns what the title shows in place of the room's number: `5+3 排位`, `通信棋`. Null for the number, and while loading. */
export function usePairName(game: OnlineGame): string | null {
  return useOnline(game, ({ local: { room } }) => {
    if (!room) return null;
    const { kind, timeControl, daysPerMove, status } = room.header;
    const { title, botRated } = POLICIES[kind];
    if (daysPerMove !== null && status !== 'waiting') return paceText('name');
    return title === 'number' || !timeControl
      ? null
      : t(`pool.${isRatedGame(room.header) ? 'rated' : botRated ? 'bot' : 'paired'}`, { ...timeControl });
  });
}
