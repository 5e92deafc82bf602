import { ApiError, POLICIES, type PublicUser } from '@doushouqi/protocol';
import { mayAbort, seatOf } from '@doushouqi/room';
import { SIDES } from '@doushouqi/rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { session } from '../../client/session.ts';
import { usePlayers } from '../../shared/people/queries.ts';
import { type Table, useTable } from '../../shared/table/use-table.ts';
import { answerConfirm, type ConfirmOptions, confirm, confirmStore } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { closeTopLayer } from '../../ui/use-close-request.ts';
import type { OnlineGame } from './online/online-game.ts';
import type { OnlineState } from './online/online-state.ts';
import type { WatchedRoom } from './online/reconcile.ts';
import { t } from './texts.ts';

/** The room on the screen, as its parts share it. */
export interface OpenRoom {
  roomId: string;
  game: OnlineGame;
  table: Table;
  /** Of the players, red first; absent while on their way. */
  users: readonly (PublicUser | undefined)[];
  /** Neither of the players. */
  isWatching: boolean;
  isWaiting: boolean;
  isOver: boolean;
  /** A player in a running game: leaving loses it. */
  isStaking: boolean;
  /** The chat of small screens, which is not always in sight. */
  isChatOpen: boolean;
  setChatOpen: (open: boolean) => void;
  /** Visitors only. */
  onLogin: (() => void) | null;
  onLeave: () => void;
}

/** What a component needs of an online game. */
export function useOnline<T>(game: OnlineGame, select: (state: OnlineState) => T): T {
  return useStore(game.store, useShallow(select));
}

/** What a component needs of a room that is there: the parts of its screen are shown no sooner. */
export function useRoom<T>(game: OnlineGame, select: (room: WatchedRoom) => T): T {
  return useOnline(game, ({ local }) => select(local.room!));
}

function requestLogin(): void {
  session.requestLogin(window.location.pathname + window.location.search, { why: 'watch' });
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

/** Puts together what the screen of a room shows. */
export function useOpenRoom(roomId: string, game: OnlineGame): OpenRoom {
  const players = useRoom(game, ({ header }) => header.players);
  const own = useOnline(game, (state) => state.own);
  const status = useOnline(game, (state) => state.status);
  const users = usePlayers(players);
  const [red, blue] = users;
  const table = useTable(game, { red: red?.nickname ?? null, blue: blue?.nickname ?? null });
  const isStaking = status === 'playing' && own !== null;
  const isEarly = useRoom(game, (room) => own !== null && mayAbort(room, own));
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
    onLogin: game.userId === null ? requestLogin : null,
    onLeave: useLeaving(game, isStaking, isEarly),
  };
}

/** Leaves the room on the server; false when a running game could not be left. */
async function leaveRoom(game: OnlineGame, staking: boolean): Promise<boolean> {
  try {
    await game.leave();
    return true;
  } catch (error) {
    // A room that is gone, or one where nothing is at stake, holds nobody back.
    return !staking || (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND');
  }
}

/**
 * Every way out of the room inside the app, the browser's back button too, leaves it on the server first. The back
 * button closes an open dialog or sheet instead. A player in a running game is asked, because leaving loses it (spec
 * §4); `early`, before the own first move of a paired game, leaving aborts it. Asks nothing if the game ends meanwhile:
 * the result stays in sight. Returns a function that goes to /play.
 */
function useLeaving(game: OnlineGame, staking: boolean, early: boolean): () => void {
  const navigate = useNavigate();
  const ask = useQuestion(staking, early);
  const left = useRef(false);
  const asking = useRef(false);
  const isBack = useRef(false);
  /** Resolves when the browser shows the entry of the room again. */
  const returned = useRef<Promise<unknown>>(Promise.resolve());
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (game.userId === null || left.current || nextLocation.pathname === currentLocation.pathname)
      return false;
    // The router goes forward again. An entry that a dialog adds before that is on the wrong page.
    if (historyAction === 'POP')
      returned.current = new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
      });
    isBack.current = historyAction === 'POP';
    return true;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    if (isBack.current && closeTopLayer()) return blocker.reset();
    asking.current = true;
    const question = {
      title: t(early ? 'abort.title' : 'leave.title'),
      message: t(early ? 'abort.message' : 'leave.message'),
      confirmText: t('leave.confirm'),
      cancelText: t('leave.stay'),
      type: 'error',
    } as const;
    const decide = async (): Promise<void> => {
      if (isBack.current) await returned.current;
      const agreed = !staking || (await ask(question));
      left.current = agreed && (await leaveRoom(game, staking));
      asking.current = false;
      if (agreed && !left.current) toast.error(t('leave.failed'));
      if (left.current) blocker.proceed();
      else blocker.reset();
    };
    void decide();
  }, [blocker, game, staking, early, ask]);
  return () => navigate('/play');
}

/**
 * Asks about the game as it is. Once that changes, or the one who asks is gone, the question is taken back, as its words
 * are no longer true: the answer is no.
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

/** What a paired room is called, as `5+3 排位`: its number means nothing. Null in other rooms and while it loads. */
export function usePairName(game: OnlineGame): string | null {
  return useOnline(game, ({ local: { room } }) => {
    if (!room) return null;
    const { title, rated } = POLICIES[room.header.kind];
    return title === 'number'
      ? null
      : t(`pool.${rated ? 'rated' : 'paired'}`, { ...room.header.timeControl });
  });
}
